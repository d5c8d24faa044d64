// What an expectation is made of: pictures and bitmaps, and how they are compared. `import
// ContactSheetTesting` is enough to name them.
@_exported public import ContactSheet
@_exported public import PixelDiff
