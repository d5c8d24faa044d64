#include "CTestCodecs.h"
