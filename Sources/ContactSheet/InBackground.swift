/// Runs `work` on a thread of its own, so that none of the shared ones waits for a disk; cancelling the
/// task sets the flag.
func inBackground<Value: Sendable>(
  _ work: @escaping @Sendable (Cancellation) throws(SheetError) -> Value
) async throws(SheetError) -> Value {
  let cancellation = Cancellation()
  let result: Result<Value, SheetError> = await withTaskCancellationHandler {
    await withCheckedContinuation { continuation in
      let run = { @Sendable in
        continuation.resume(
          returning: Result { () throws(SheetError) in try work(cancellation) })
      }
      if let thread = Thread(run) { thread.detach() } else { run() }
    }
  } onCancel: {
    cancellation.cancel()
  }
  return try result.get()
}
