import ImageCodecs

/// Runs `work` on a thread of its own, so that none of the shared ones waits for a disk; cancelling the
/// task sets the flag.
func inBackground<Value: Sendable>(
  _ work: @escaping @Sendable (Cancellation) throws(SheetError) -> Value
) async throws(SheetError) -> Value {
  let cancellation = Cancellation()
  // The result goes by a lock, and not with the continuation: of one that is resumed before the task waits
  // for it, the runtime says nothing to the thread sanitizer, and a race is reported that is none.
  let result = Locked<Result<Value, SheetError>?>(nil)
  await withTaskCancellationHandler {
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      let run = { @Sendable in
        let made = Result { () throws(SheetError) in try work(cancellation) }
        result.withLock { $0 = made }
        continuation.resume()
      }
      if let thread = Thread(run) { thread.detach() } else { run() }
    }
  } onCancel: {
    cancellation.cancel()
  }
  return try result.withLock { $0! }.get()
}
