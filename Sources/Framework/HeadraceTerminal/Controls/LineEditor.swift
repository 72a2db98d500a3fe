/// An editable line of text, which a feature keeps in its state for each field of a form.
///
/// ```swift
/// case .key(let key): state.recipient.handle(key) ? .none : .run { … }
/// ```
///
/// The cursor's position is counted in characters, as a user sees them.
public struct LineEditor: Hashable, Sendable {
  /// The text of the line.
  public private(set) var text: String
  /// The number of characters before the cursor, from 0 to the count of the text.
  public private(set) var cursor: Int
  /// The maximum number of characters in the text.
  public var limit: Int

  /// Creates a line with the cursor at its end.
  ///
  /// - Parameters:
  ///   - text: The text, cut after `limit` characters.
  ///   - limit: The maximum number of characters in the text.
  public init(_ text: String = "", limit: Int = 4096) {
    self.limit = max(0, limit)
    self.text = String(text.prefix(self.limit))
    cursor = self.text.count
  }

  /// Replaces the whole text and puts the cursor at its end.
  public mutating func replace(by text: String) {
    self = LineEditor(text, limit: limit)
  }

  /// Inserts text at the cursor, as if the user had typed or pasted it.
  ///
  /// Line breaks and tabs become spaces. Other control characters are omitted, because pasted text
  /// must never act as a command. Text beyond the limit is omitted.
  ///
  /// - Returns: `true` if all of the text was inserted.
  @discardableResult
  public mutating func insert(_ text: String) -> Bool {
    let allowed = text.compactMap(\.asTyped)
    let taken = allowed.prefix(max(0, limit - self.text.count))
    self.text.insert(contentsOf: taken, at: index(cursor))
    cursor = min(cursor + taken.count, self.text.count)
    return taken.count == allowed.count
  }

  /// Handles an editing key.
  ///
  /// - Returns: `true` if the key edits lines; otherwise nothing has changed.
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

  /// The start of the word before the cursor.
  private var wordBefore: Int {
    let before = text.prefix(cursor).reversed()
    let blanks = before.prefix { $0 == " " }.count
    return cursor - blanks - before.dropFirst(blanks).prefix { $0 != " " }.count
  }

  /// The end of the word after the cursor.
  private var wordAfter: Int {
    let after = text.dropFirst(cursor)
    let blanks = after.prefix { $0 == " " }.count
    return cursor + blanks + after.dropFirst(blanks).prefix { $0 != " " }.count
  }
}

extension Character {
  /// The character as it is inserted into a line; `nil` for a control character.
  fileprivate var asTyped: Character? {
    if isNewline || self == "\t" { return " " }
    return unicodeScalars.contains { $0.properties.generalCategory == .control } ? nil : self
  }
}
