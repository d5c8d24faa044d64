/// The version of the package, as SemVer has it.
let version = "0.1.0"
