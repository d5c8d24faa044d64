package import ContactSheet
import ImageCodecs

extension CaptionFault {
  /// What a command says: with the token that was probably meant.
  package var usageWords: String {
    guard case .unknownToken(let name, let known) = self,
      let near = nearestName(to: name.lowercased(), among: known.map(\.rawValue))
    else { return description }
    let all = known.map { "{\($0.rawValue)}" }.joined(separator: " ")
    return
      "unknown token '{\(printable(Array(name.utf8)))}'; did you mean '{\(near)}'? There are \(all)"
  }
}
