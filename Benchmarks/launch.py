"""Starts a program, waits for it, and writes what it took.

usage: launch.py FILE PROGRAM ARGUMENT...

FILE gets a line: seconds by the monotonic clock, processor seconds, peak resident bytes, exit code or the
negative number of a signal. It is a process of its own because a program inherits the peak of what started
it: this one is as small as Python can be, so peaks of less than about 9 MB are not told apart.
"""
import os
import sys
import time

start = time.monotonic()
process = os.posix_spawnp(sys.argv[2], sys.argv[2:], os.environ)
_, status, usage = os.wait4(process, 0)
seconds = time.monotonic() - start
peak = usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024)
with open(sys.argv[1], "w") as file:
    print(seconds, usage.ru_utime + usage.ru_stime, peak, os.waitstatus_to_exitcode(status), file=file)
