/// Turns lines into keys.
struct LineKeys {
  /// The result of a piece of input.
  struct Typed: Equatable {
    /// The keys of a complete line.
    var keys: [Key] = []
    /// The first name in the line that is not the name of a key.
    var unknown: String?
  }

  /// The maximum number of characters in a line; the rest is dropped, as in the terminal itself.
  static let characterCountMax = 4_096

  private var characters: [Character] = []

  init() {
    // An array that grows would leave a copy of its beginning in memory.
    characters.reserveCapacity(Self.characterCountMax)
  }

  /// Adds a piece of input to the line.
  ///
  /// - Parameters:
  ///   - input: The input.
  ///   - isHidden: Pass `true` while the app asks for a secret. The line is then taken literally,
  ///     except for `:esc`, and no part of it is reported as unknown.
  /// - Returns: The keys of the line, once it is complete.
  mutating func take(_ input: TerminalInput, isHidden: Bool = false) -> Typed {
    switch input {
    case .key(Key(.enter)):
      defer { wipe() }
      return isHidden ? literal : named
    case .key(let key):
      if case .character(let character) = key.code, key.modifiers.subtracting(.shift).isEmpty {
        append(character)
      }
    case .paste(let text):
      for character in text { append(character) }
    case .mouse, .resize, .focus: break
    }
    return Typed()
  }

  private mutating func append(_ character: Character) {
    if characters.count < Self.characterCountMax { characters.append(character) }
  }

  private mutating func wipe() {
    SecretWiping.overwrite(&characters, with: " ")
    characters.removeAll(keepingCapacity: true)
  }

  /// Each character as typed, followed by Return.
  private var literal: Typed {
    if characters == Array(":esc") { return Typed(keys: [Key(.escape)]) }
    var keys: [Key] = []
    keys.reserveCapacity(characters.count + 1)
    for character in characters { keys.append(Key(.character(character))) }
    keys.append(Key(.enter))
    return Typed(keys: keys)
  }

  private var named: Typed {
    // As a string, so that combining marks that arrived separately join the character before them.
    let line = String(characters)
    if line.isEmpty { return Typed(keys: [Key(.enter)]) }
    if line.count == 1 { return Typed(keys: line.map { Key(.character($0)) }) }
    if line.first == ":" {
      let names = line.dropFirst().split(separator: " ").map(String.init)
      return Typed(keys: names.compactMap { Key($0) }, unknown: names.first { Key($0) == nil })
    }
    return Typed(keys: line.map { Key(.character($0)) } + [Key(.enter)])
  }
}
