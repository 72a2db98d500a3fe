public import CustomDump

/// A type whose values never leave the process; journals and their views show `redacted` instead.
///
/// ```swift
/// struct Passcode: Codable, Sensitive { … }
/// ```
///
/// This can't be disabled. An action with such a value can be inspected, but not read back from a
/// file. Use ``Redacted`` for a property that a replay can do without.
public protocol Sensitive {}

/// A value that never leaves the process: every encoder writes `redacted`, and decoding yields
/// `nil`.
///
/// ```swift
/// enum Action: Codable {
///   case passcodeChanged(Redacted<String>)
/// }
/// ```
public struct Redacted<Value>: Sensitive {
  /// The value; `nil` after it was read from a journal.
  public var value: Value?

  /// Creates a value that never leaves the process.
  public init(_ value: Value) {
    self.value = value
  }
}

extension Redacted: Sendable where Value: Sendable {}
extension Redacted: Equatable where Value: Equatable {}
extension Redacted: Hashable where Value: Hashable {}

extension Redacted: Codable {
  /// Creates an empty value in place of the redacted one.
  public init(from decoder: any Decoder) { value = nil }

  /// Encodes `redacted` instead of the value.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(Self.text)
  }

  static var text: String { "redacted" }
}

extension Redacted: CustomStringConvertible, CustomReflectable, CustomDumpReflectable {
  /// The word `redacted`.
  public var description: String { Self.text }
  /// A mirror without the value.
  public var customMirror: Mirror { Mirror(self, children: []) }
  /// A mirror without the value.
  public var customDumpMirror: Mirror { customMirror }
}

extension JSONValue {
  /// The replacement for a sensitive value.
  static let redacted = JSONValue.string("redacted")
  /// The replacement for values that are nested too deeply.
  static let tooDeep = JSONValue.string("…")
}
