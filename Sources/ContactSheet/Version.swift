/// The version of the package, as SemVer has it.
package let version = "0.1.0"
