/// The version of the package, as SemVer has it.
package let version = "0.1.0"

/// The day of the version, which manual pages state.
package let versionDate = "2026-11-30"
