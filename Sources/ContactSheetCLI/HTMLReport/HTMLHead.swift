import ContactSheet

/// The head of a page that needs no network: its own style and script, named by their digests, are all that a
/// browser may run.
struct HTMLHead {
  let title: HTMLText
  let style: String
  /// nil where the page runs none.
  var script: String?
  /// Where its pictures may come from, in the words of a content security policy.
  let pictures: String

  /// From the document's type to the end of the head.
  var markup: String {
    let scripts = script.map { "script-src \(HTMLHead.digest($0)); " } ?? ""
    let policy =
      "default-src 'none'; img-src \(pictures); style-src \(HTMLHead.digest(style)); \(scripts)"
      + "base-uri 'none'; form-action 'none'"
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="\(policy)">
      <meta name="referrer" content="no-referrer">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <title>\(title.markup)</title>
      <style>\(style)</style>
      \(script.map { "<script>\($0)</script>\n" } ?? "")</head>

      """
  }

  /// A source of a policy: the one text that may stand between its tags.
  private static func digest(_ text: String) -> String {
    var encoder = Base64Encoder()
    let base64 = encoder.encode(SHA256.digest(Array(text.utf8))) + encoder.finish()
    return "'sha256-\(String(decoding: base64, as: UTF8.self))'"
  }
}
