import ContactSheet
import ImageCodecs
import PlainJSON

/// A worker that other engines can run: a sheet a line in, as JSON, and a result a line out, as soon as it is done.
///
/// A line is a sheet as it stands in a manifest, with all it needs. Results come in the order in which sheets are done,
/// and have the number of the line, from 1. A line that cannot be understood is a sheet that failed.
struct SheetLines {
  private let command: BatchCommand
  private let path: RawPath
  private let console: Console

  init(_ command: BatchCommand, _ path: RawPath, _ console: Console) {
    self.command = command
    self.path = path
    self.console = console
  }

  func run() -> ExitCode {
    let input: LineInput
    do throws(PictureFault) { input = try LineInput(path) } catch {
      console.report("\(path): \(error)")
      return .notMade
    }
    let progress = BatchProgress(sheets: 0)
    let line = ProgressLine(
      progress.source, command.progress, isQuiet: command.isQuiet, console)
    defer { line?.end() }
    let count = BatchRun.sheetsAtOnce(command.jobs, Int.max)
    let work = SharedWork(
      jobs: command.jobs, memory: command.memory, tileBytes: command.memory / 4)
    let files = command.remote.files
    let lines = Locked((input: input, number: 0))
    let worstCode = Locked(ExitCode.done)
    _ = concurrentMap(count: count, jobs: count) { _ in
      while true {
        let next = lines.withLock { lines -> (Int, [UInt8])? in
          while let bytes = lines.input.next() {
            lines.number += 1
            if bytes.contains(where: { ![0x20, 0x09, 0x0D].contains($0) }) {
              return (lines.number, bytes)
            }
          }
          return nil
        }
        guard let (number, bytes) = next else { return }
        progress.expectOne()
        let own = progress.begin(number)
        let outcome = self.outcome(
          bytes, own, SheetTurn(work, sheet: number, of: count), files)
        progress.end(number, failed: outcome.state == .failed)
        let result = JSON.object(
          [("version", .number(1)), ("line", .number(number))] + outcome.members)
        // One at a time: a pipe takes long lines in pieces.
        worstCode.withLock { code in
          code = worst(code, outcome.state.exitCode)
          console.print(result.text)
        }
      }
    }
    let code = worstCode.withLock { $0 }
    guard let failure = lines.withLock({ $0.input.failure }) else { return code }
    console.report("\(path): cannot be read: \(failure)")
    return worst(code, .notMade)
  }

  private func outcome(
    _ bytes: [UInt8], _ progress: Progress, _ turn: SheetTurn, _ files: RemoteFiles
  ) -> SheetOutcome {
    do throws(ManifestFaults) {
      let node: JSONNode
      do throws(JSONFault) { node = try JSONDocument(bytes).root } catch {
        throw ManifestFaults(list: [ManifestFault(error.words, at: error.place)])
      }
      let reader = ManifestReader(directory: nil, console: console)
      let job = try reader.job(node, defaults: [])
      return SheetBuilder(command, OutputNames([job]), files).outcome(
        of: job, progress: progress, turn: turn)
    } catch {
      // The place is that in the line.
      return SheetOutcome(
        state: .failed, reason: error.list.map(\.description).joined(separator: "; "))
    }
  }
}
