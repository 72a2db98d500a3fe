/// A key that a user presses, with its modifiers.
///
/// Tests write keys by name: `"enter"`, `"ctrl+c"`, `"shift+tab"`, `"x"`.
public struct Key: Hashable, Sendable {
  /// The key without its modifiers.
  public enum Code: Hashable, Sendable {
    /// A key that types a character.
    case character(Character)
    /// Return.
    case enter
    /// Tab.
    case tab
    /// Escape.
    case escape
    /// Backspace, which deletes before the cursor.
    case backspace
    /// Delete, which deletes after the cursor.
    case delete
    /// Insert.
    case insert
    /// Cursor up.
    case up
    /// Cursor down.
    case down
    /// Cursor left.
    case left
    /// Cursor right.
    case right
    /// Home.
    case home
    /// End.
    case end
    /// Page up.
    case pageUp
    /// Page down.
    case pageDown
    /// A function key, from 1 to 35.
    case function(Int)
  }

  /// The modifiers that can be pressed with a key.
  public struct Modifiers: OptionSet, Hashable, Sendable {
    /// The bits, which are one less than the terminal's number.
    public let rawValue: UInt8

    /// Creates modifiers from their bits.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// Shift; for a character, the character already includes it.
    public static let shift = Modifiers(rawValue: 1)
    /// Alt, or Option.
    public static let alt = Modifiers(rawValue: 2)
    /// Control.
    public static let control = Modifiers(rawValue: 4)
    /// The system key: Super, Windows or Command.
    public static let `super` = Modifiers(rawValue: 8)
  }

  /// The key without its modifiers.
  public var code: Code
  /// The modifiers that are pressed with the key.
  public var modifiers: Modifiers

  /// Creates a key.
  public init(_ code: Code, _ modifiers: Modifiers = []) {
    self.code = code
    self.modifiers = modifiers
  }
}

// MARK: - Names

extension Key: LosslessStringConvertible {
  private static let names: [(name: String, code: Code)] = [
    ("enter", .enter), ("tab", .tab), ("esc", .escape), ("backspace", .backspace),
    ("delete", .delete), ("insert", .insert), ("up", .up), ("down", .down), ("left", .left),
    ("right", .right), ("home", .home), ("end", .end), ("pageup", .pageUp),
    ("pagedown", .pageDown), ("space", .character(" ")),
  ]
  private static let modifierNames: [(name: String, modifier: Modifiers)] = [
    ("ctrl+", .control), ("alt+", .alt), ("shift+", .shift), ("super+", .super),
  ]

  /// Creates a key from its name: `enter`, `ctrl+c`, `shift+tab`, `f5`, `x`.
  ///
  /// - Parameter name: Modifiers, each followed by a plus sign, and a key; a character stands for
  ///   itself.
  /// - Returns: `nil` if there is no such key.
  public init?(_ name: String) {
    var rest = Substring(name)
    modifiers = []
    while let known = Self.modifierNames.first(where: {
      rest.hasPrefix($0.name) && rest.count > $0.name.count
    }) {
      modifiers.insert(known.modifier)
      rest = rest.dropFirst(known.name.count)
    }
    if let known = Self.names.first(where: { $0.name == rest }) {
      code = known.code
    } else if rest.count == 1, let character = rest.first {
      code = .character(character)
    } else if rest.first == "f", let number = Int(rest.dropFirst()), (1...35).contains(number) {
      code = .function(number)
    } else {
      return nil
    }
  }

  /// The key's name, which ``init(_:)-(String)`` accepts.
  public var description: String {
    let prefix = Self.modifierNames.filter { modifiers.contains($0.modifier) }.map(\.name).joined()
    if let known = Self.names.first(where: { $0.code == code }) { return prefix + known.name }
    switch code {
    case .character(let character): return prefix + String(character)
    case .function(let number): return prefix + "f\(number)"
    default: return prefix
    }
  }
}
