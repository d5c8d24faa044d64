import ContactSheetCLI

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

prepareForSignals()

// The arguments as bytes: `CommandLine.arguments` would repair what is not UTF-8, and a name is a name.
let arguments = (1..<Int(CommandLine.argc)).map { index in
  let argument = unsafe CommandLine.unsafeArgv[index]!
  return unsafe Array(UnsafeRawBufferPointer(start: argument, count: strlen(argument)))
}

exit(run(arguments, console: .standard).rawValue)
