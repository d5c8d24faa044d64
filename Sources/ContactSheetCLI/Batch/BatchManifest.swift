import ContactSheet
package import ImageCodecs
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
/// Keys are `layout`, `inputs` and the long options of that layout; a flag is true or false, another value a
/// string or a number. A sheet's own keys count before the defaults. An input is a path, or an object with
/// `src`, the path, or `glob` (see ``Glob``), and perhaps `repeat`, `anchor`, `title`, `href`, `alt` and
/// `key`. Paths are relative to a directory, that of the manifest.
package struct BatchManifest {
  private(set) package var jobs: [SheetJob] = []

  /// - Parameters:
  ///   - directory: what relative paths begin with; nil for the working directory.
  ///   - console: see ``SheetJob``.
  /// - Throws: everything that is wrong, in the order of the text, and each fault once: a default that is
  ///   wrong in many sheets is one.
  package init(
    _ bytes: [UInt8], in directory: RawPath?, _ console: Console
  ) throws(ManifestFaults) {
    let root: JSONNode
    do throws(JSONFault) { root = try JSONDocument(bytes).root } catch {
      throw ManifestFaults(list: [ManifestFault(error.words, at: error.place)])
    }
    let reader = ManifestReader(directory: directory, console: console)
    var faults: [ManifestFault] = []
    if let node = root["$schema"], node.text == nil {
      faults.append(ManifestFault("'$schema' is a string, not \(node.noun)", at: node.place))
    }
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
        inOrder: faults + [ManifestFault(words, at: root["sheets"]?.place ?? root.place)])
    }
    if nodes.isEmpty { faults.append(ManifestFault("there is no sheet", at: sheets.place)) }
    var files: [RawPath: (option: String, sheet: JSONPlace)] = [:]
    for node in nodes {
      do throws(ManifestFaults) {
        let job = try reader.job(node, defaults: defaults)
        jobs.append(job)
        for (option, path) in job.files {
          if let first = files[path.normalized] {
            faults.append(
              ManifestFault(
                "'\(path)' is already the '\(first.option)' of the sheet at \(first.sheet)",
                at: node[option]?.place ?? node.place))
            continue
          }
          files[path.normalized] = (option, node.place)
        }
      } catch {
        faults += error.list
      }
    }
    if !faults.isEmpty { throw ManifestFaults(inOrder: faults) }
  }
}
