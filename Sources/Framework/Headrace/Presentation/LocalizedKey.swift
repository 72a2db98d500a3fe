/// A key that a host looks up to show a text in its user's language.
///
/// Interpolated values become placeholders, so that one translation serves all values: `"Delete
/// \(3) accounts?"` is the key `Delete %lld accounts?` with the argument `3`.
public struct LocalizedKey: Hashable, Sendable {
  /// The key, with a placeholder for each argument: `%lld` for integers, `%lf` for floating-point
  /// numbers, `%@` for everything else. If there are arguments, a percent sign in the text is
  /// written `%%`.
  public let key: String

  /// The values that go into the placeholders, in the order of the key.
  public let arguments: [String]

  /// The table to look in; `nil` for the host's default.
  public internal(set) var tableName: String?

  /// Fills the arguments into a template.
  ///
  /// Text that is not a placeholder, and a placeholder without an argument, stay as they are
  /// written. If the key has no arguments, the whole template does.
  ///
  /// - Parameter template: The key or its translation.
  func resolved(template: String) -> String {
    guard !arguments.isEmpty else { return template }
    var text = ""
    var rest = Substring(template)
    var nextIndex = 0
    while let percent = rest.firstIndex(of: "%") {
      text += rest[..<percent]
      rest = rest[percent...]
      guard let placeholder = Placeholder(at: rest) else {
        text.append(rest.removeFirst())
        continue
      }
      let written = rest.prefix(placeholder.length)
      rest = rest.dropFirst(placeholder.length)
      switch placeholder.kind {
      case .percentSign:
        text += "%"
      case .argument(let position):
        let index = position.map { $0 - 1 } ?? nextIndex
        if position == nil { nextIndex += 1 }
        text += arguments.indices.contains(index) ? arguments[index] : String(written)
      }
    }
    return text + rest
  }
}

/// A place in a template that stands for something else.
private struct Placeholder {
  enum Kind {
    case percentSign
    /// An argument: the one at a position from 1, or the next.
    case argument(Int?)
  }

  let kind: Kind
  /// How many characters of the template it occupies.
  let length: Int

  /// Reads the placeholder that a text begins with.
  init?(at text: Substring) {
    let body = text.dropFirst()
    if body.first == "%" {
      kind = .percentSign
      length = 2
      return
    }
    let digits = body.prefix { $0.isASCII && $0.isNumber }
    var position: Int?
    var conversion = body
    if !digits.isEmpty {
      conversion = body.dropFirst(digits.count)
      guard conversion.first == "$", let number = Int(digits), number > 0 else { return nil }
      conversion = conversion.dropFirst()
      position = number
    }
    let known = ["@", "lld", "lf", "d"].first { conversion.hasPrefix($0) }
    guard let known else { return nil }
    kind = .argument(position)
    length = 1 + (body.count - conversion.count) + known.count
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
    public init(literalCapacity: Int, interpolationCount: Int) {
      key.reserveCapacity(literalCapacity)
      arguments.reserveCapacity(interpolationCount)
    }

    /// Adds a part of the text.
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

    /// Adds any other value, as it describes itself.
    public mutating func appendInterpolation(_ value: some Any) {
      append("%@", String(describing: value))
    }

    private mutating func append(_ placeholder: String, _ argument: String) {
      key += placeholder
      arguments.append(argument)
    }
  }
}
