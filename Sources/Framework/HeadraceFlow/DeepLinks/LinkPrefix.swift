/// The beginning of a link.
struct LinkPrefix: Sendable {
  /// The prefix for written links; it ends in `/` or `:`.
  let text: String
  private let bytes: [UInt8]

  /// Creates a prefix.
  ///
  /// If it ends in a host, a `/` is appended: `https://shop.example` alone would also match
  /// `https://shop.example.elsewhere/`.
  init(_ text: String) {
    let last = text.utf8.last
    self.text = last == .slash || last == .colon ? text : text + "/"
    self.bytes = self.text.utf8.map(\.lowercased)
  }

  /// Returns the start of the path in a URL that begins with the prefix; otherwise `nil`.
  func end(in url: [UInt8]) -> Int? {
    if url.starts(with: bytes, by: { $0.lowercased == $1 }) { return bytes.count }
    // The URL of only a host needs no `/`, as in `https://shop.example?page=2`.
    let bare = bytes.dropLast()
    guard bytes.last == .slash, bare.last != .slash else { return nil }
    guard url.starts(with: bare, by: { $0.lowercased == $1 }) else { return nil }
    let isWhole =
      url.count == bare.count || url[bare.count] == .question || url[bare.count] == .hash
    return isWhole ? bare.count : nil
  }
}
