import ContactSheet
import PlainJSON
import Raster

/// The JSON Schema of a manifest (draft 2020-12), made from the option table, for editors and for programs
/// that write manifests.
///
/// It knows every key, the type of its value, and the words of options that have only some. It does not know
/// ranges, forms as in `10mm`, options that do not go together, nor whether two sheets have one output: what
/// it takes may still be refused when it is read, but not for a key or a type.
///
/// Which keys a sheet may have depends on its layout, and that may be the one of the defaults. So the root of
/// the schema has a rule for each layout that the defaults can name, for those sheets that name none; a sheet
/// that names its layout is judged by itself.
package enum ManifestSchema {
  /// On many lines.
  package static var json: String { root.pretty() + "\n" }

  private static var root: JSON {
    .object([
      ("$schema", .text("https://json-schema.org/draft/2020-12/schema")),
      ("title", .text("A manifest of contactsheet batch")),
      ("type", .text("object")),
      (
        "properties",
        .object([
          ("$schema", .object([("type", .text("string"))])),
          ("defaults", reference("defaults")),
          (
            "sheets",
            .object([
              (
                "description",
                .text("one object for each sheet: inputs, output, and options of its layout")
              ), ("type", .text("array")), ("minItems", .number(1)), ("items", reference("sheet")),
            ])
          ),
        ])
      ),
      ("required", .array([.text("sheets")])),
      ("additionalProperties", .flag(false)),
      ("allOf", .array(rulesOfDefaults)),
      (
        "$defs",
        .object(
          [("defaults", defaults), ("sheet", sheet), ("inputs", inputs), ("input", input)]
            + ManifestReader.layouts.map { ($0.rawValue, keys(of: $0)) })
      ),
    ])
  }

  private static func reference(_ name: String) -> JSON {
    .object([("$ref", .text("#/$defs/\(name)"))])
  }

  private static func required(_ names: String...) -> (String, JSON) {
    ("required", .array(names.map(JSON.text)))
  }

  // MARK: which rules apply

  /// An object that names this layout.
  private static func has(_ layout: Command) -> JSON {
    let words = JSON.array(layout.words.map(JSON.text))
    return .object([
      required("layout"),
      ("properties", .object([("layout", .object([("enum", words)]))])),
    ])
  }

  /// A manifest whose defaults are as `rule` says.
  private static func hasDefaults(_ rule: JSON) -> JSON {
    .object([required("defaults"), ("properties", .object([("defaults", rule)]))])
  }

  private static func rule(_ condition: JSON, _ consequence: JSON) -> JSON {
    .object([("if", condition), ("then", consequence)])
  }

  private static func not(_ rule: JSON) -> JSON { .object([("not", rule)]) }

  private static func everySheet(_ rule: JSON) -> JSON {
    .object([("properties", .object([("sheets", .object([("items", rule)]))]))])
  }

  /// What the defaults decide about the sheets: the layout of those that name none, and what a sheet has to
  /// say where they do not.
  private static var rulesOfDefaults: [JSON] {
    let hasLayout = JSON.object([required("layout")])
    let layouts = ManifestReader.layouts.map { layout in
      rule(
        hasDefaults(has(layout)), everySheet(rule(not(hasLayout), reference(layout.rawValue))))
    }
    let withoutLayout = rule(
      not(hasDefaults(hasLayout)),
      everySheet(rule(not(hasLayout), reference(Command.fitted.rawValue))))
    let hasInputs = JSON.object([
      (
        "anyOf",
        .array(["inputs", "files-from", "feed"].map { .object([required($0)]) })
      )
    ])
    let hasOutput = JSON.object([required("output")])
    return layouts + [withoutLayout]
      + [hasInputs, hasOutput].map { rule(not(hasDefaults($0)), everySheet($0)) }
  }

  private static var sheet: JSON {
    .object([
      ("type", .text("object")),
      ("properties", .object([("layout", layout)])),
      ("allOf", .array(ManifestReader.layouts.map { rule(has($0), reference($0.rawValue)) })),
    ])
  }

  // MARK: keys

  private static var layout: JSON {
    .object([
      (
        "description",
        .text("how the pictures are laid out; that of the defaults, else fitted")
      ),
      ("enum", .array(ManifestReader.layouts.flatMap(\.words).map(JSON.text))),
    ])
  }

  private static var defaults: JSON {
    keys(
      ManifestReader.allOptions,
      "what every sheet has that does not say otherwise, if its layout has that option")
  }

  private static func keys(of layout: Command) -> JSON {
    keys(ManifestReader.options(of: layout), layout.summary)
  }

  private static func keys(_ options: [Option], _ description: String) -> JSON {
    .object([
      ("description", .text(description)),
      ("type", .text("object")),
      (
        "properties",
        .object(
          [("layout", layout), ("inputs", reference("inputs"))]
            + options.map { ($0.name, property($0)) })
      ),
      ("additionalProperties", .flag(false)),
    ])
  }

  private static func property(_ option: Option) -> JSON {
    let kind = ManifestValue(of: option)
    // A strip has one page.
    let isOfStrip = option.fallback == "strip.png"
    var text = isOfStrip ? "the PNG to write" : descriptions[option.name] ?? option.help
    // Not as `default`: many a default is no value, as in "a quarter of the size".
    if let fallback = option.fallback, option.name != "output" {
      text += " (default: \(fallback))"
    }
    var members: [(String, JSON)] = [("description", .text(text))]
    if let choices = option.choices {
      members.append(("enum", .array(choices.map(JSON.text))))
    } else {
      let types = kind.types.map(JSON.text)
      members.append(("type", types.count == 1 ? types[0] : .array(types)))
    }
    if kind == .path { members += path }
    if kind == .places {
      let one = JSON.object([("type", .text("string"))] + path)
      members += path + [("minItems", .number(1)), ("items", one)]
    }
    if kind == .anchor { members.append(anchors) }
    return .object(members)
  }

  /// Where a manifest is not as a command line.
  private static let descriptions = [
    "output":
      "the PNG to write. {page} in its name stands for the number of the page; without it several pages are "
      + "name-001.png, name-002.png …",
    "files-from":
      "a list of more pictures, directories and addresses, one a line, that come after the inputs. A name is "
      + "only a name: no quotes, no comments. A CR before the end of a line is left out",
  ]

  /// Neither empty nor a standard stream.
  private static let path: [(String, JSON)] = [
    ("minLength", .number(1)), ("not", .object([("const", .text("-"))])),
  ]

  private static var anchors: (String, JSON) {
    (
      "anyOf",
      .array([
        .object([("enum", .array(Anchor.names.keys.sorted().map(JSON.text)))]),
        .object([("pattern", .text("^[0-9.-]+,[0-9.-]+$"))]),
      ])
    )
  }

  // MARK: inputs

  private static var inputs: JSON {
    .object([
      ("description", .text("pictures, directories and addresses, in their order")),
      ("type", .text("array")), ("minItems", .number(1)), ("items", reference("input")),
    ])
  }

  private static var input: JSON {
    let words = ManifestReader.words.map { name in
      (
        name,
        JSON.object([
          ("description", .text("said of the picture in the placements")),
          ("type", .text("string")),
        ])
      )
    }
    let members: [(String, JSON)] = [
      (
        "src",
        text(
          "the path of a picture or directory, or an http or https address",
          [("minLength", .number(1))])
      ),
      (
        "glob",
        text(
          "the files that match: *, ?, [a-z] within a name, ** for any directories",
          [("minLength", .number(1))])
      ),
      (
        "repeat",
        .object([
          ("description", .text("how many times")), ("type", .text("integer")),
          ("minimum", .number(ManifestReader.repeats.lowerBound)),
          ("maximum", .number(ManifestReader.repeats.upperBound)),
        ])
      ),
      ("anchor", text("the part that a crop keeps, instead of the sheet's", [anchors])),
    ]
    return .object([
      (
        "anyOf",
        .array([
          text(
            "the path of a picture or directory, or an http or https address",
            [("minLength", .number(1))]),
          .object([
            ("type", .text("object")),
            ("properties", .object(members + words)),
            ("additionalProperties", .flag(false)),
            (
              "oneOf",
              .array(["src", "glob"].map { .object([required($0)]) })
            ),
          ]),
        ])
      )
    ])
  }

  private static func text(_ description: String, _ more: [(String, JSON)]) -> JSON {
    .object([("description", .text(description)), ("type", .text("string"))] + more)
  }
}
