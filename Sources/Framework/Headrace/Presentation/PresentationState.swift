import Synchronization

/// The state of a feature that is presented, or nothing; the storage of a `@Presents` property.
///
/// It gives every presentation an identity: assigning a value, also in the place of another,
/// presents anew, while changing the value in place does not. Comparison and hashing ignore the
/// identity.
@propertyWrapper
public struct PresentationState<Value> {
  @usableFromInline var value: Value?

  /// Which presentation this is; `nil` while nothing is presented.
  @usableFromInline
  package internal(set) var identity: UInt64?

  /// Creates a presentation of a value, or of nothing.
  @inlinable
  public init(wrappedValue: Value?) {
    self.value = wrappedValue
    self.identity = wrappedValue == nil ? nil : PresentationIdentity.next()
  }

  /// The presented value. Assigning presents anew; changing in place, as `child?.count += 1`, does
  /// not.
  @inlinable
  public var wrappedValue: Value? {
    get { value }
    set {
      value = newValue
      identity = newValue == nil ? nil : PresentationIdentity.next()
    }
    _modify {
      // In place the value may also come or go, even where the access ends by an error.
      defer {
        if (value == nil) != (identity == nil) {
          identity = value == nil ? nil : PresentationIdentity.next()
        }
      }
      yield &value
    }
  }

  /// The presentation itself, as `ifLet(\.$child, action: \.child)` takes it.
  @inlinable
  public var projectedValue: Self {
    get { self }
    _modify { yield &self }
  }
}

/// Numbers presentations, for the whole process, so that none is ever taken for another.
@usableFromInline
enum PresentationIdentity {
  private static let last = Atomic<UInt64>(0)

  @usableFromInline
  static func next() -> UInt64 {
    last.wrappingAdd(1, ordering: .relaxed).newValue
  }
}

extension PresentationState: Equatable where Value: Equatable {
  /// Compares the values; the identities don't matter.
  public static func == (first: Self, second: Self) -> Bool { first.value == second.value }
}

extension PresentationState: Hashable where Value: Hashable {
  /// Hashes the value.
  public func hash(into hasher: inout Hasher) { hasher.combine(value) }
}

extension PresentationState: Sendable where Value: Sendable {}

extension PresentationState: Encodable where Value: Encodable {
  /// Encodes the value, or nothing.
  public func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
}

extension PresentationState: Decodable where Value: Decodable {
  /// Decodes a value, or nothing.
  public init(from decoder: any Decoder) throws {
    self.init(wrappedValue: try Value?(from: decoder))
  }
}

extension PresentationState: CustomReflectable {
  /// Shows the value alone, so that a test failure's diff does.
  public var customMirror: Mirror { Mirror(reflecting: value as Any) }
}

extension PresentationState: ChildStates {
  package static var childState: Any.Type { Value.self }
}
