import ContactSheet
import ImageCodecs
import PlainJSON

/// The sheets of a batch, all of them checked before anything is made.
struct BatchSheets {
  private(set) var jobs: [SheetJob] = []
  /// What relative outputs are beside; goldens are found by it.
  private(set) var base: RawPath?
  /// Directories of a tree that may hold more.
  private(set) var unreadable: [SkippedFile] = []

  struct Fault: Error {
    let lines: [String]
    let code: ExitCode
  }

  init(manifest path: RawPath, _ console: Console) throws(Fault) {
    let name = path == "-" ? "standard input" : path.description
    if path != "-", FileStatus(path)?.kind == .directory {
      throw Fault(
        lines: [
          "\(path): is a directory, not a manifest; --each-directory makes a sheet of each directory below it"
        ], code: .notMade)
    }
    var input: LineInput
    do throws(PictureFault) { input = try LineInput(path) } catch {
      throw Fault(lines: ["\(path): \(error)"], code: .notMade)
    }
    let bytes = input.rest()
    if let failure = input.failure {
      throw Fault(lines: ["\(name): cannot be read: \(failure)"], code: .notMade)
    }
    base = path.bytes.contains(UInt8(ascii: "/")) ? path.directory : nil
    do throws(ManifestFaults) {
      jobs = try BatchManifest(bytes, in: base, console).jobs
    } catch {
      let shown = error.list.prefix(20).map { "\(name): \($0.description)" }
      let more = error.list.count - shown.count
      throw Fault(
        lines: shown + (more > 0 ? ["\(name): and \(more) faults more"] : []), code: .notMade)
    }
  }

  init(
    _ each: EachDirectory, _ command: Command, _ arguments: ParsedArguments, _ console: Console
  ) throws(Fault) {
    base = each.output
    let places: [EachDirectory.Place]
    do throws(PictureFault) { (places, unreadable) = try each.places() } catch {
      throw Fault(lines: ["\(each.tree): \(error)"], code: .notMade)
    }
    if places.isEmpty {
      let words =
        each.pattern == nil ? "holds no directories" : "no directory below it matches --only"
      throw Fault(lines: ["\(each.tree): \(words)"], code: .notMade)
    }
    let names = Set(BatchCommand.layoutOptions(command).map(\.name))
    let values = arguments.values.filter { names.contains($0.key) }
    for place in places {
      var values = values
      values["output"] = place.output.bytes
      do throws(UsageError) {
        var job = try SheetJob(
          command,
          ParsedArguments(values: values, items: [PictureItem(path: place.directory)]), at: nil,
          console)
        // Nobody named this file: one that is not ours is left alone.
        job.sheetRun.output.destination = .file(place.output, mustBeOurs: true)
        job.mayBeEmpty = true
        jobs.append(job)
      } catch {
        throw Fault(lines: [error.message], code: .usage)
      }
    }
  }
}
