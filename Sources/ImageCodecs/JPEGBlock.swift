/// What all blocks of a JPEG have in common.
enum JPEGBlock {
  /// Natural order of the positions in zigzag order (ITU-T T.81, figure 5).
  static let zigzag: [Int] = {
    var order: [Int] = []
    for diagonal in 0..<15 {
      let rows = (max(0, diagonal - 7)...min(diagonal, 7)).map { $0 }
      for row in diagonal.isMultiple(of: 2) ? rows.reversed() : rows {
        order.append(8 * row + diagonal - row)
      }
    }
    return order
  }()
}
