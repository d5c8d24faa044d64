import Raster

/// Colours for how much a pixel differs: from black over violet, red and orange to a light yellow.
///
/// Each of the 256 is brighter than the one before. Level 0 is black, and level 1 is well apart from it, so that
/// a difference of one step can be seen.
enum HeatScale {
  static let colors: [Color] = {
    let stops: [(level: Int, red: Int, green: Int, blue: Int)] = [
      (1, 48, 0, 96), (64, 136, 0, 120), (128, 224, 56, 24), (192, 255, 160, 0),
      (255, 255, 255, 224),
    ]
    var colors = [Color(rgb: 0x000000)]
    for (from, to) in zip(stops, stops.dropFirst()) {
      let steps = to.level - from.level
      // The last stop ends the scale.
      for step in 0..<steps + (to.level == 255 ? 1 : 0) {
        func between(_ first: Int, _ second: Int) -> UInt8 {
          UInt8((first * (steps - step) + second * step + steps / 2) / steps)
        }
        colors.append(
          Color(
            red: between(from.red, to.red), green: between(from.green, to.green),
            blue: between(from.blue, to.blue)))
      }
    }
    return colors
  }()
}
