import ContactSheet
import ContactSheetCLI
import Testing

@Suite struct CaptionFaultTests {
  @Test(arguments: [
    ("nmae", "name"), ("Stem", "stem"), ("megapixel", "megapixels"), ("date:tiem", "date:time"),
  ])
  func `a mistyped token is met with the one that was meant`(wrong: String, right: String) {
    let fault = CaptionFault.unknownToken(wrong, known: CaptionToken.ofPictures)
    #expect(
      fault.usageWords.hasPrefix(
        "unknown token '{\(wrong)}'; did you mean '{\(right)}'? There are {name} {stem} {index} "))
    #expect(fault.usageWords.hasSuffix(" {lens} {exposure} {iso}"))
  }

  @Test func `others say what they say everywhere`() {
    let fault = CaptionFault.unknownToken("x\u{1B}yz", known: CaptionToken.ofPages)
    #expect(
      fault.usageWords
        == "unknown token '{x\\x1Byz}'; there are {page} {pages} {count} {title} {date:taken-range}"
    )
    #expect(CaptionFault.open.usageWords == CaptionFault.open.description)
  }
}
