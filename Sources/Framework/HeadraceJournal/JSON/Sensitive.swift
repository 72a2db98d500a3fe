public import CustomDump

/// A type whose values never leave the process: in a journal, and wherever a journal is shown,
/// `redacted` stands for them.
///
/// ```swift
/// struct Passcode: Codable, Sensitive { … }
/// ```
///
/// Nothing turns this off. An action with such a value can be looked at, but not read back from a
/// file. Use ``Redacted`` for a property that a replay may do without.
public protocol Sensitive {}

/// A value that never leaves the process: every encoder writes `redacted` for it, and it is `nil`
/// when it is read back.
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
  /// Reads a value that was left out.
  public init(from decoder: any Decoder) { value = nil }

  /// Writes that the value is left out.
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
  /// What stands for a sensitive value.
  static let redacted = JSONValue.string("redacted")
  /// What stands for values that are nested too deeply.
  static let tooDeep = JSONValue.string("…")
}
