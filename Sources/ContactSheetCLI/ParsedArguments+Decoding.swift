import ContactSheet

extension ParsedArguments {
  /// The options about reading pictures, which every command that reads some shares.
  func decoding() throws(UsageError) -> DecodeOptions {
    var options = DecodeOptions()
    options.maxPixels = try integer("max-input-pixels", in: 0...Int.max) ?? options.maxPixels
    options.maxSide = try integer("max-input-side", in: 0...Int.max) ?? options.maxSide
    options.maxScans = try integer("max-scans", in: 0...Int.max) ?? options.maxScans
    options.maxProfileBytes =
      try integer("max-profile-size", in: 0...Int.max) ?? options.maxProfileBytes
    options.colorManagement = !has("no-color-management")
    options.autoOrient = !has("no-auto-orient")
    options.linear = has("linear")
    options.failOn = try choice("fail-on", DecodeOptions.FailOn.self) ?? options.failOn
    options.onError = try choice("on-error", DecodeOptions.OnError.self) ?? options.onError
    return options
  }
}
