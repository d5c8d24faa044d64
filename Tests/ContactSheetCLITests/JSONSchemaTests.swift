import PlainJSON
import Testing

/// The validator that judges our schema is right itself.
@Suite struct JSONSchemaTests {
  @Test(arguments: [
    (#"{"type": "integer"}"#, ["1", "1.0", "-2e3"], ["1.5", "\"1\"", "null", "true"]),
    (#"{"type": ["number", "string"]}"#, ["1.5", "\"a\""], ["true", "[]", "{}"]),
    (#"{"enum": ["a", 1]}"#, ["\"a\"", "1", "1.0"], ["\"b\"", "true"]),
    (#"{"minimum": 1, "maximum": 3}"#, ["1", "3", "2.5", "\"a\""], ["0", "3.1"]),
    (#"{"minLength": 1, "not": {"const": "-"}}"#, ["\"a\"", "1"], ["\"\"", "\"-\""]),
    (#"{"pattern": "^a+$"}"#, ["\"aa\"", "1"], ["\"ab\"", "\"\""]),
    (#"{"minItems": 1, "items": {"type": "string"}}"#, ["[\"a\"]", "{}"], ["[]", "[\"a\", 1]"]),
    (
      #"{"properties": {"a": {"type": "string"}}, "additionalProperties": false}"#,
      ["{}", "{\"a\": \"b\"}", "1"], ["{\"a\": 1}", "{\"b\": 1}"]
    ),
    (#"{"required": ["a"]}"#, ["{\"a\": null}", "1"], ["{}", "{\"b\": 1}"]),
    (
      #"{"oneOf": [{"required": ["a"]}, {"required": ["b"]}]}"#, ["{\"a\": 1}", "{\"b\": 1}"],
      ["{}", "{\"a\": 1, \"b\": 1}"]
    ),
    (#"{"anyOf": [{"type": "null"}, {"enum": [1]}]}"#, ["null", "1"], ["2"]),
    (#"{"allOf": [{"minimum": 1}, {"maximum": 2}]}"#, ["1", "2"], ["0", "3"]),
    (
      #"{"if": {"required": ["a"]}, "then": {"required": ["b"]}}"#, ["{}", "{\"a\": 1, \"b\": 2}"],
      ["{\"a\": 1}"]
    ),
    (##"{"$ref": "#/$defs/x", "$defs": {"x": {"type": "null"}}}"##, ["null"], ["1"]),
  ])
  func `it takes these values and not those`(
    schema: String, right: [String], wrong: [String]
  ) throws {
    let schema = try JSONSchema(schema)
    for text in right {
      #expect(try schema.faults(JSONDocument(Array(text.utf8)).root) == [], "\(text)")
    }
    for text in wrong {
      #expect(try schema.faults(JSONDocument(Array(text.utf8)).root) != [], "\(text)")
    }
  }

  @Test(arguments: [
    #"{"typ": "string"}"#, #"{"type": "text"}"#, #"{"items": {"uniqueItems": true}}"#,
    ##"{"$ref": "#/$defs/x"}"##, #"{"additionalProperties": true}"#, #"{"minimum": "1"}"#, "[]",
  ])
  func `a schema that it does not understand is refused`(schema: String) {
    #expect(throws: JSONSchema.Unknown.self) { try JSONSchema(schema) }
  }
}
