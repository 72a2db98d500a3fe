import Synchronization

/// The state of a feature that is presented, or nothing; the storage of a `@Presents` property.
///
/// Every presentation has an identity. Assigning a value starts a new presentation, also where
/// another value is presented. Two changes start none: a change in place, and the assignment of the
/// child that is presented already. That child is a state with the same id or, if states have no
/// id, a copy of the same observable state. Comparison and hashing ignore the identity.
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

  /// The presented value. Assigning another child starts a new presentation. Changing the child in
  /// place, as in `child?.count += 1`, or assigning a changed copy of it does not.
  @inlinable
  public var wrappedValue: Value? {
    get { value }
    set {
      guard identity == nil || newValue == nil || !isSameChild(newValue) else {
        value = newValue
        return
      }
      value = newValue
      identity = newValue == nil ? nil : PresentationIdentity.next()
    }
    _modify {
      // In place the value may also appear or disappear, even if the access ends with an error.
      defer {
        if (value == nil) != (identity == nil) {
          identity = value == nil ? nil : PresentationIdentity.next()
        }
      }
      yield &value
    }
  }

  /// The presentation itself, as `ifLet(\.$child, action: \.child)` expects it.
  @inlinable
  public var projectedValue: Self {
    get { self }
    _modify { yield &self }
  }
}

extension PresentationState {
  /// Whether a value is the presented child itself, changed or not: its id or, if it has none, its
  /// observable identity is the same.
  ///
  /// Both are present. They are inspected in place: casting a value to find out whether it is
  /// `Identifiable` would copy it, and a large state may not fit on a small stack.
  @usableFromInline
  mutating func isSameChild(_ other: Value?) -> Bool {
    var other = other
    return withUnsafeMutablePointer(to: &value) { old in
      withUnsafeMutablePointer(to: &other) { new in
        // Safe: a present value is at the address of its optional, and 'type' is 'Value' itself.
        // The pointers stay within these closures, and nothing is written through them.
        let (old, new) = (UnsafeRawPointer(old), UnsafeRawPointer(new))
        if let type = Value.self as? any Identifiable.Type {
          return Self.haveSameID(type, old, new)
        }
        guard let type = Value.self as? any ObservableState.Type else { return false }
        return Self.areSameState(type, old, new)
      }
    }
  }

  private static func haveSameID<Child: Identifiable>(
    _ type: Child.Type, _ old: UnsafeRawPointer, _ new: UnsafeRawPointer
  ) -> Bool {
    old.assumingMemoryBound(to: Child.self).pointee.id
      == new.assumingMemoryBound(to: Child.self).pointee.id
  }

  private static func areSameState<Child: ObservableState>(
    _ type: Child.Type, _ old: UnsafeRawPointer, _ new: UnsafeRawPointer
  ) -> Bool {
    let id = type._$id(at: old)
    // A case without a state has no identity to compare.
    guard id.state != 0, let identity = id.childIdentity else { return false }
    return identity == type._$id(at: new).childIdentity
  }
}

/// Numbers presentations across the whole process, so that no two are confused.
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
  /// Shows only the value, so that a test failure's diff does too.
  public var customMirror: Mirror { Mirror(reflecting: value as Any) }
}

extension PresentationState: ChildStates {
  package static var childState: Any.Type { Value.self }
}

/// A state that a property wrapper projects.
protocol ProjectedState {}

extension PresentationState: ProjectedState {}
