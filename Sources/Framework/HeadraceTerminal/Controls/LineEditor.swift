/// A line of text that a user edits: the part of a feature's state for a field of a form.
///
/// ```swift
/// case .key(let key): state.recipient.handle(key) ? .none : .run { … }
/// ```
///
/// The position of the cursor is counted in characters, as a user sees them.
public struct LineEditor: Hashable, Sendable {
  /// The text.
  public private(set) var text: String
  /// How many characters lie before the cursor, from 0 to the count of the text.
  public private(set) var cursor: Int
  /// How many characters the text may have.
  public var limit: Int

  /// Creates a line with the cursor at its end.
  ///
  /// - Parameters:
  ///   - text: The text, cut after `limit` characters.
  ///   - limit: How many characters the text may have.
  public init(_ text: String = "", limit: Int = 4096) {
    self.limit = max(0, limit)
    self.text = String(text.prefix(self.limit))
    cursor = self.text.count
  }

  /// Replaces the whole text, and puts the cursor at its end.
  public mutating func replace(by text: String) {
    self = LineEditor(text, limit: limit)
  }

  /// Inserts a text at the cursor, as a user types or pastes it.
  ///
  /// Line breaks and tabs become blanks, and other control characters are omitted, because pasted
  /// text must not be a command. Text beyond the limit is omitted.
  ///
  /// - Returns: Whether all of it was taken.
  @discardableResult
  public mutating func insert(_ text: String) -> Bool {
    let allowed = text.compactMap(\.asTyped)
    let taken = allowed.prefix(max(0, limit - self.text.count))
    self.text.insert(contentsOf: taken, at: index(cursor))
    cursor = min(cursor + taken.count, self.text.count)
    return taken.count == allowed.count
  }

  /// Edits the line by a key.
  ///
  /// - Returns: Whether the key edits lines; if not, nothing has changed.
  @discardableResult
  public mutating func handle(_ key: Key) -> Bool {
    switch (key.code, key.modifiers) {
    case (.character(let character), []), (.character(let character), .shift):
      insert(String(character))
    case (.left, []), (.character("b"), .control): cursor = max(0, cursor - 1)
    case (.right, []), (.character("f"), .control): cursor = min(text.count, cursor + 1)
    case (.home, []), (.character("a"), .control): cursor = 0
    case (.end, []), (.character("e"), .control): cursor = text.count
    case (.left, .control), (.left, .alt), (.character("b"), .alt): cursor = wordBefore
    case (.right, .control), (.right, .alt), (.character("f"), .alt): cursor = wordAfter
    case (.backspace, []), (.character("h"), .control): remove(max(0, cursor - 1)..<cursor)
    case (.delete, []), (.character("d"), .control):
      remove(cursor..<min(text.count, cursor + 1))
    case (.backspace, .alt), (.backspace, .control), (.character("w"), .control):
      remove(wordBefore..<cursor)
    case (.character("u"), .control): remove(0..<cursor)
    case (.character("k"), .control): remove(cursor..<text.count)
    default: return false
    }
    return true
  }

  private func index(_ place: Int) -> String.Index {
    text.index(text.startIndex, offsetBy: place, limitedBy: text.endIndex) ?? text.endIndex
  }

  private mutating func remove(_ range: Range<Int>) {
    text.removeSubrange(index(range.lowerBound)..<index(range.upperBound))
    cursor = min(range.lowerBound, text.count)
  }

  /// Where the word before the cursor begins.
  private var wordBefore: Int {
    let before = text.prefix(cursor).reversed()
    let blanks = before.prefix { $0 == " " }.count
    return cursor - blanks - before.dropFirst(blanks).prefix { $0 != " " }.count
  }

  /// Where the word after the cursor ends.
  private var wordAfter: Int {
    let after = text.dropFirst(cursor)
    let blanks = after.prefix { $0 == " " }.count
    return cursor + blanks + after.dropFirst(blanks).prefix { $0 != " " }.count
  }
}

extension Character {
  /// The character as it is inserted into a line; `nil` if it would be a command.
  fileprivate var asTyped: Character? {
    if isNewline || self == "\t" { return " " }
    return unicodeScalars.contains { $0.properties.generalCategory == .control } ? nil : self
  }
}
