/// A key by which a host looks up a text in its user's language.
///
/// Interpolated values become placeholders, so that one translation serves all values: `"Delete
/// \(3) accounts?"` is the key `Delete %lld accounts?` with the argument `3`.
public struct LocalizedKey: Hashable, Sendable, Codable {
  /// The key, with a placeholder for each argument: `%lld` for integers, `%lf` for floating-point
  /// numbers, `%@` for everything else.
  ///
  /// If there are arguments, a percent sign in the text is written `%%`.
  public let key: String

  /// The values for the placeholders, in the order of the key.
  public let arguments: [String]

  /// The table for the look-up; `nil` for the host's default.
  public internal(set) var tableName: String?

  /// Inserts the arguments into a template.
  ///
  /// Text that is not a placeholder, and placeholders without an argument, remain unchanged. If the
  /// key has no arguments, the whole template does.
  ///
  /// - Parameter template: The key or its translation.
  func resolved(template: String) -> String {
    guard !arguments.isEmpty else { return template }
    // The text after each percent sign; empty between two successive ones.
    var parts = template.split(separator: "%", omittingEmptySubsequences: false)[...]
    var text = String(parts.removeFirst())
    var nextIndex = 0
    while let part = parts.popFirst() {
      if part.isEmpty, let rest = parts.popFirst() {
        text += "%\(rest)"
        continue
      }
      // A position, counted from 1, as in `2$@`; without one, the next argument is used.
      let digits = part.prefix { $0.isASCII && $0.isNumber }
      let conversion = part.dropFirst(digits.isEmpty ? 0 : digits.count + 1)
      let isWellFormed = digits.isEmpty || part.dropFirst(digits.count).first == "$"
      let known = ["@", "lld", "lf", "d"].first { isWellFormed && conversion.hasPrefix($0) }
      let index = digits.isEmpty ? nextIndex : (Int(digits) ?? 0) - 1
      if known != nil, digits.isEmpty { nextIndex += 1 }
      if let known, arguments.indices.contains(index) {
        text += "\(arguments[index])\(conversion.dropFirst(known.count))"
      } else {
        text += "%\(part)"
      }
    }
    return text
  }

  private enum CodingKeys: String, CodingKey {
    case key, arguments
    case tableName = "table"
  }
}

extension LocalizedKey: ExpressibleByStringInterpolation {
  /// Creates a key without arguments.
  public init(stringLiteral value: String) {
    key = value
    arguments = []
  }

  /// Creates a key from a literal with interpolated values.
  public init(stringInterpolation: StringInterpolation) {
    key = stringInterpolation.key
    arguments = stringInterpolation.arguments
  }

  /// Collects a key and its arguments.
  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var key = ""
    fileprivate var arguments: [String] = []

    /// Creates an empty key.
    public init(literalCapacity: Int, interpolationCount: Int) {}

    /// Adds literal text.
    public mutating func appendLiteral(_ literal: String) {
      for character in literal { key += character == "%" ? "%%" : String(character) }
    }

    /// Adds an integer.
    public mutating func appendInterpolation(_ value: some BinaryInteger) {
      append("%lld", String(value))
    }

    /// Adds a floating-point number.
    public mutating func appendInterpolation(
      _ value: some BinaryFloatingPoint & LosslessStringConvertible
    ) {
      append("%lf", value.description)
    }

    /// Adds the description of any other value.
    public mutating func appendInterpolation(_ value: some Any) {
      append("%@", String(describing: value))
    }

    private mutating func append(_ placeholder: String, _ argument: String) {
      key += placeholder
      arguments.append(argument)
    }
  }
}
