#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// How many files the system lets this process open.
package enum FileLimit {
  /// Jobs that may each hold a file open.
  ///
  /// - Parameter wanted: nil for as many as there are processors.
  package static func jobs(_ wanted: Int?) -> Int {
    var limit = rlimit()
    #if canImport(Glibc)
      let status = unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    #else
      let status = unsafe getrlimit(RLIMIT_NOFILE, &limit)
    #endif
    let openFiles = status == 0 ? Int(min(limit.rlim_cur, 1_000_000)) : 1_000_000
    return jobs(wanted ?? processorCount(), openFiles: openFiles)
  }

  /// - Parameter openFiles: what the system allows. Sixteen are for the standard streams, the output, and
  ///   what the caller has open.
  package static func jobs(_ wanted: Int, openFiles: Int) -> Int {
    let range = Strip.jobsRange
    let jobs = min(max(wanted, range.lowerBound), range.upperBound)
    return min(jobs, max(1, openFiles - 16))
  }
}
