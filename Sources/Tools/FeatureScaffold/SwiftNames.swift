/// A type's name, such as `Login`.
public struct TypeName: Hashable, Sendable {
  /// The name as written in code.
  public let text: String

  /// The maximum length with which all lines stay within 100 columns.
  static let lengthMax = 32

  /// Names that a feature's own code uses for something else.
  private static let taken: Set<String> = [
    "State", "Action", "View", "Inner", "Delegate", "Phase", "CancelID", "Effect", "Store",
    "Init", "Reducer", "Reduce", "Scope", "Route", "Self", "Type", "Protocol", "Any", "AnyObject",
    "Never",
    "Void", "String", "Int", "Double", "Bool", "Error", "Result", "Optional", "Array", "Set",
    "Dictionary", "Sendable", "Equatable", "Hashable", "Identifiable", "Codable", "Task", "Actor",
    "Dependency", "DependencyKey", "DependencyValues", "TestStore", "Test", "Suite", "Testing",
    "Headrace", "HeadraceFlow", "HeadraceTesting", "Swift",
  ]

  /// Creates a name.
  ///
  /// - Throws: ``OrderRefusal/typeName(_:)`` if it is not a valid type name, and
  ///   ``OrderRefusal/takenName(_:)`` if the feature's code uses it for something else.
  public init(_ text: String) throws(OrderRefusal) {
    guard isIdentifier(text, lengthMax: Self.lengthMax), text.first?.isUppercase == true else {
      throw .typeName(text)
    }
    guard !Self.taken.contains(text) else { throw .takenName(text) }
    self.text = text
  }

  /// Creates a name if there is a text.
  static func named(_ text: String?) throws(OrderRefusal) -> TypeName? {
    guard let text else { return nil }
    return try TypeName(text)
  }

  /// The name of a case or a property: `login`, `urlPicker`.
  var member: String {
    let capitals = text.prefix { $0.isUppercase || $0.isNumber }
    // The last of several capitals begins the next word, unless nothing or a number follows.
    let isWhole = capitals.count == text.count || capitals.count == 1
    let head = isWhole ? capitals : capitals.dropLast()
    let lower = head.lowercased() + text.dropFirst(head.count)
    return swiftKeywords.contains(lower) ? "`\(lower)`" : lower
  }

  /// The member's name after a period, where only `init` and `self` need backticks.
  var pathMember: String {
    let plain = member.filter { $0 != "`" }
    return ["init", "self", "Type"].contains(plain) ? member : plain
  }

  /// The name in words: `url picker`.
  var words: String {
    var words = ""
    var previous: Character?
    for character in text {
      if let previous, character.isUppercase, !previous.isUppercase { words.append(" ") }
      words += character.lowercased()
      previous = character
    }
    return words
  }

  /// The words with a capital at the beginning: `Url picker`.
  var title: String { words.prefix(1).uppercased() + words.dropFirst() }

  /// `SessionClient`, for both `Session` and `SessionClient`.
  var client: String { text.hasSuffix("Client") ? text : text + "Client" }

  /// `MainFlow`, for `Main`, `MainFlow` and `MainScreen`.
  var flow: String { coordinatorStem + "Flow" }

  /// `MainScreen`, for `Main`, `MainFlow` and `MainScreen`.
  var screen: String { coordinatorStem + "Screen" }

  private var coordinatorStem: String {
    for end in ["Flow", "Screen"] where text.hasSuffix(end) && text != end {
      return String(text.dropLast(end.count))
    }
    return text
  }
}

/// A member's name, such as `loginButtonTapped`.
public struct MemberName: Hashable, Sendable {
  /// The name as written in code.
  public let text: String

  /// Creates a name.
  ///
  /// - Throws: ``OrderRefusal/memberName(_:)`` if it is not a valid name for a case or a property.
  public init(_ text: String) throws(OrderRefusal) {
    guard isIdentifier(text, lengthMax: TypeName.lengthMax), text.first?.isLowercase == true,
      !swiftKeywords.contains(text)
    else { throw .memberName(text) }
    self.text = text
  }
}

/// Returns `true` for letters and digits that begin with a letter.
private func isIdentifier(_ text: String, lengthMax: Int) -> Bool {
  text.count <= lengthMax && text.first?.isLetter == true
    && text.allSatisfy { $0.isLetter || ($0.isASCII && $0.isNumber) }
}

/// The reserved words of Swift.
let swiftKeywords: Set<String> = [
  "actor", "as", "associatedtype", "async", "await", "break", "case", "catch", "class", "continue",
  "default", "defer", "deinit", "do", "else", "enum", "extension", "fallthrough", "false",
  "fileprivate", "for", "func", "guard", "if", "import", "in", "init", "inout", "internal", "is",
  "let", "nil", "open", "operator", "precedencegroup", "private", "protocol", "public", "repeat",
  "rethrows", "return", "self", "static", "struct", "subscript", "super", "switch", "throw",
  "throws", "true", "try", "typealias", "var", "where", "while",
]
