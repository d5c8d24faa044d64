/// A sheet among others.
package struct SheetTurn: Sendable {
  let work: SharedWork
  /// The lower goes first.
  let sheet: Int
  /// How many sheets are made at the same time: each has its share of what bounds memory.
  let sheets: Int

  package init(_ work: SharedWork, sheet: Int, of sheets: Int) {
    self.work = work
    self.sheet = sheet
    self.sheets = sheets
  }
}
