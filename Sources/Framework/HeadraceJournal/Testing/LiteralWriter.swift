import Headrace

/// Writes values as Swift source.
struct LiteralWriter {
  /// The modules to import, because cases of their enums were written.
  private(set) var modules: Set<String> = []

  /// Returns a value as a literal if possible, otherwise as JSON.
  mutating func literal(_ value: Any) -> String {
    let before = modules
    if let text = plainLiteral(value) { return text }
    modules = before
    return "try decoded(\(SwiftText.raw(JSONValue(encodingOrDescribing: value).description)))"
  }

  /// Returns a value as a literal, or as a case of an enum with literals; otherwise `nil`.
  private mutating func plainLiteral(_ value: Any) -> String? {
    switch value {
    case let text as String: return SwiftText.literal(text)
    case is Bool, is any FixedWidthInteger & JSONRepresentable: return "\(value)"
    // The compiler warns about a literal that is too small for all of a number's digits.
    case let number as Double: return number.isFinite && !number.isSubnormal ? "\(number)" : nil
    case let number as Float: return number.isFinite && !number.isSubnormal ? "\(number)" : nil
    default: break
    }
    let mirror = Mirror(reflecting: value)
    if mirror.displayStyle == .optional {
      guard let wrapped = mirror.children.first?.value else { return "nil" }
      // In the context of an optional, these names would refer to the optional's own cases.
      return plainLiteral(wrapped).flatMap {
        $0 == "nil" || $0.hasPrefix(".none") || $0.hasPrefix(".some") ? nil : $0
      }
    }
    guard mirror.displayStyle == .enum, !(value is any CustomReflectable),
      let name = SwiftName(of: mirror.subjectType), let literal = caseLiteral(value, mirror)
    else { return nil }
    modules.formUnion(name.modules)
    return literal
  }

  private mutating func caseLiteral(_ value: Any, _ mirror: Mirror) -> String? {
    guard let payload = mirror.children.first else {
      // The name of such a case is its text, unless it has a custom description.
      if value is any CustomStringConvertible || value is any CustomDebugStringConvertible
        || value is any TextOutputStreamable
      {
        return nil
      }
      return SwiftName.member("\(value)").map { ".\($0)" }
    }
    guard let name = payload.label.flatMap(SwiftName.member) else { return nil }
    let inner = Mirror(reflecting: payload.value)
    guard inner.displayStyle == .tuple else {
      return plainLiteral(payload.value).map { ".\(name)(\($0))" }
    }
    var arguments: [String] = []
    for child in inner.children {
      guard let argument = plainLiteral(child.value), let label = child.label else { return nil }
      if label.hasPrefix(".") {
        arguments.append(argument)
      } else {
        guard let label = SwiftName.member(label) else { return nil }
        arguments.append("\(label): \(argument)")
      }
    }
    return ".\(name)(\(arguments.joined(separator: ", ")))"
  }
}

/// The name of a type as another file writes it.
struct SwiftName {
  /// Libraries whose types a test needs without '@testable'.
  static let libraries: Set = [
    "Swift", "Foundation", "FoundationEssentials", "Headrace", "HeadraceFlow",
  ]

  /// The name without its module.
  ///
  /// In a module that contains a type with the module's name, `WalletApp.State` is looked up in
  /// that type.
  let text: String
  /// The modules of the type and of its generic arguments.
  let modules: Set<String>

  /// Creates the name; `nil` if another file can't write it: the type is private, local, or a C
  /// type.
  init?(of type: Any.Type) {
    let text = String(reflecting: type)
    guard !text.contains("("), !text.contains("`"), !text.contains("__C.") else { return nil }
    var (modules, rest): (Set<String>, String) = ([], "")
    for (index, part) in text.split(separator: "<", omittingEmptySubsequences: false).enumerated() {
      if index > 0 { rest += "<" }
      for (index, path) in part.split(separator: ", ").enumerated() {
        if index > 0 { rest += ", " }
        let names = path.split(separator: ".", maxSplits: 1)
        guard names.count == 2 else { return nil }
        modules.insert(String(names[0]))
        rest += names[1]
      }
    }
    (self.text, self.modules) = (rest, modules)
  }

  /// The name of the feature of a state: `Cart` for `Cart.State`.
  var featureName: String {
    let names = text.prefix { $0 != "<" }.split(separator: ".")
    let name = names.last == "State" ? names.dropLast().last : names.last
    return name.map(String.init) ?? ""
  }

  /// Returns the name of a case, a property or an argument after a dot or before a colon.
  ///
  /// `nil` if it needs a raw identifier (SE-0451), which is not supported here.
  static func member(_ name: String) -> String? {
    guard let first = name.unicodeScalars.first,
      first == "_" || first.properties.isXIDStart,
      name.unicodeScalars.allSatisfy({ $0 == "_" || $0.properties.isXIDContinue })
    else { return nil }
    return reserved.contains(name) ? "`\(name)`" : name
  }

  private static let reserved: Set = [
    "init", "self", "Self", "Type", "Protocol", "inout", "let", "var",
  ]
}

/// Strings as Swift source.
enum SwiftText {
  /// Returns a string literal.
  static func literal(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\\(scalar)"
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      case _ where isShown(scalar): result.unicodeScalars.append(scalar)
      default: result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      }
    }
    return result + "\""
  }

  /// Returns JSON as a Swift string literal without escapes.
  static func raw(_ json: String) -> String {
    var text = ""
    for scalar in json.unicodeScalars {
      if isShown(scalar) {
        text.unicodeScalars.append(scalar)
      } else {
        // Only strings contain such characters, so they can be escaped (RFC 8259, section 7).
        for unit in String(scalar).utf16 {
          let digits = String(unit, radix: 16)
          text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
      }
    }
    var marks = "#"
    while text.utf8.contains(("\"" + marks).utf8) || text.utf8.contains(("\\" + marks).utf8) {
      marks += "#"
    }
    return "\(marks)\"\(text)\"\(marks)"
  }

  /// Returns `true` if a character can be written as itself: visible, and changing no other
  /// character.
  private static func isShown(_ scalar: Unicode.Scalar) -> Bool {
    if scalar == " " { return true }
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .otherLetter, .decimalNumber,
      .otherNumber, .letterNumber, .dashPunctuation, .openPunctuation, .closePunctuation,
      .connectorPunctuation, .initialPunctuation, .finalPunctuation, .otherPunctuation,
      .currencySymbol, .mathSymbol, .otherSymbol:
      return true
    // '^' and '`' are ASCII modifiers.
    default: return scalar.isASCII && scalar.value > 0x20 && scalar.value < 0x7F
    }
  }
}
