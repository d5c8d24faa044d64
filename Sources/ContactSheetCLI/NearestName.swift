/// The name that a mistyped word probably means: at most a third of its letters away, the first of equals.
package func nearestName(to word: String, among names: [String]) -> String? {
  var best: (name: String, distance: Int)?
  for name in names {
    let distance = editDistance(Array(word), Array(name))
    if distance <= max(1, name.count / 3), distance < best?.distance ?? Int.max {
      best = (name, distance)
    }
  }
  return best?.name
}

/// Letters inserted, left out, replaced, or swapped with their neighbour to get from one word to another
/// (optimal string alignment: F. Damerau, 1964).
package func editDistance(_ a: [Character], _ b: [Character]) -> Int {
  var rows = [Array(0...b.count)]
  for i in 0..<a.count {
    var row = [i + 1]
    for j in 0..<b.count {
      var distance = min(rows[i][j + 1] + 1, row[j] + 1, rows[i][j] + (a[i] == b[j] ? 0 : 1))
      if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
        distance = min(distance, rows[i - 1][j - 1] + 1)
      }
      row.append(distance)
    }
    rows.append(row)
  }
  return rows[a.count][b.count]
}
