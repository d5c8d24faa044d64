import ContactSheet
import ImageCodecs
import PlainJSON
import Raster

/// The sheets of a batch, as JSON:
///
///     {
///       "defaults": {"layout": "fitted", "columns": 4},
///       "sheets": [
///         {"inputs": ["shoots/march/"], "output": "out/march.png"},
///         {"layout": "strip", "inputs": ["a.jpg", {"src": "b.jpg", "repeat": 2}], "output": "ab.png"}
///       ]
///     }
///
/// Keys are `layout`, `inputs` and the long options of that layout; a flag is true or false, another value a string
/// or a number. A sheet's own keys count before the defaults. An input is a path, or an object with `src`, the
/// path, or `glob` (see ``Glob``), and perhaps `repeat`, `anchor`, `title`, `href`, `alt` and `key`. Paths are
/// relative to a directory, that of the manifest.
struct BatchManifest {
  private(set) var jobs: [SheetJob] = []

  /// - Parameters:
  ///   - directory: what relative paths begin with; nil for the working directory.
  ///   - console: see ``SheetJob``.
  /// - Throws: everything that is wrong, in the order of the text.
  init(
    _ bytes: [UInt8], in directory: RawPath?, _ console: Console
  ) throws(ManifestFaults) {
    let root: JSONNode
    do throws(JSONFault) { root = try JSONDocument(bytes).root } catch {
      throw ManifestFaults(list: [ManifestFault(error.words, at: error.place)])
    }
    let reader = ManifestReader(directory: directory, console: console)
    var faults: [ManifestFault] = []
    guard let members = root.members else {
      throw ManifestFaults(
        list: [ManifestFault("a manifest is an object, not \(root.noun)", at: root.place)])
    }
    for member in members where !["defaults", "sheets", "$schema"].contains(member.name) {
      faults.append(
        ManifestReader.unknown(member, among: ["defaults", "sheets"], "a manifest"))
    }
    var defaults: [JSONMember] = []
    if let node = root["defaults"] {
      if let members = node.members {
        defaults = members
      } else {
        faults.append(ManifestFault("'defaults' is an object, not \(node.noun)", at: node.place))
      }
    }
    faults += reader.faults(ofDefaults: defaults)
    guard let sheets = root["sheets"], let nodes = sheets.elements else {
      let words =
        root["sheets"].map { "'sheets' is an array, not \($0.noun)" } ?? "'sheets' is missing"
      throw ManifestFaults(
        list: faults + [ManifestFault(words, at: root["sheets"]?.place ?? root.place)])
    }
    if nodes.isEmpty { faults.append(ManifestFault("there is no sheet", at: sheets.place)) }
    var outputs: [RawPath: JSONPlace] = [:]
    for node in nodes {
      do throws(ManifestFaults) {
        let job = try reader.job(node, defaults: defaults)
        let output = job.output.normalized
        if let first = outputs[output] {
          faults.append(
            ManifestFault(
              "the output '\(job.output)' is that of the sheet at \(first)", at: node.place))
        }
        outputs[output] = node.place
        jobs.append(job)
      } catch {
        faults += error.list
      }
    }
    if !faults.isEmpty { throw ManifestFaults(list: faults) }
  }
}

struct ManifestFaults: Error {
  let list: [ManifestFault]
}
