import Testing

@testable import HeadraceTerminal

/// Text that is pasted without bracketed paste arrives as keys.
///
/// 100 kB of it froze an app for 13 s, because each key was a separate action.
@Suite struct TypedRunsTests {
  private static func keys(_ text: String) -> [TerminalInput] {
    text.map { .key($0 == "\n" ? Key(.enter) : Key(.character($0))) }
  }

  private static func merged(_ text: String, isSecret: Bool = false) -> [TerminalInput] {
    TerminalInput.mergingRuns(of: keys(text), isSecret: isSecret)
  }

  @Test func aLongRunIsOnePaste() {
    let text = String(repeating: "0123456789", count: 10_000)
    #expect(Self.merged(text) == [.paste(text)])
  }

  @Test func typedTextStaysKeys() {
    #expect(Self.merged("correct horse") == Self.keys("correct horse"))
    #expect(Self.merged("012345678901234") == Self.keys("012345678901234"))
    #expect(Self.merged("0123456789012345") == [.paste("0123456789012345")])
  }

  /// A line end is Return, as before: scripts type a field and Return at once.
  @Test func otherKeysStayBetweenThem() {
    let line = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"
    #expect(
      Self.merged("\(line)\ns\(line)\n")
        == [.paste(line), .key(Key(.enter)), .paste("s" + line), .key(Key(.enter))])
    let control = TerminalInput.key(Key(.character("c"), .control))
    #expect(
      TerminalInput.mergingRuns(of: Self.keys(line) + [control], isSecret: false)
        == [.paste(line), control])
    #expect(Self.merged("a\nb\nc\nd\ne\nf\ng\nh\ni\n") == Self.keys("a\nb\nc\nd\ne\nf\ng\nh\ni\n"))
  }

  /// Swift keeps no text of at most 15 bytes in memory that is not wiped.
  @Test func secretsStayInShortPieces() {
    let text = "legal winner thank year wave sausage worth useful 저축 winner thank yellow"
    let pieces = Self.merged(text, isSecret: true).compactMap { input in
      if case .paste(let piece) = input { piece } else { nil }
    }
    #expect(pieces.joined() == text)
    #expect(pieces.allSatisfy { $0.utf8.count <= 15 })
  }
}
