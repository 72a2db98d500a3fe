/// The state of a presented feature, or nothing; the storage of a `@Presents` property.
///
/// Every presentation has an identity. Assigning another child starts a new presentation. Changing
/// the presented child does not, whether in place or by assigning a changed copy of it. Two states
/// are of the same child if they have the same id or, without ids, if they are copies of the same
/// observable state. A state with neither is the same child only while it is changed in place.
/// Comparison and hashing ignore the identity.
@propertyWrapper
public struct PresentationState<Value> {
  @usableFromInline var value: Value?

  /// The identity of the presentation; `nil` while nothing is presented.
  @usableFromInline
  package internal(set) var identity: UInt64?

  /// The identity of an uninterrupted period of presentation; `nil` while nothing is presented.
  ///
  /// It distinguishes stores of the child: a store also shows a child that replaces another one,
  /// but not one that is presented after a dismissal.
  @usableFromInline
  var beginning: UInt64?

  /// Creates a presentation of a value, or of nothing.
  @inlinable
  public init(wrappedValue: Value?) {
    self.value = wrappedValue
    self.identity = wrappedValue == nil ? nil : StateStamp.next()
    self.beginning = identity
  }

  /// The presented value.
  ///
  /// Assigning another child starts a new presentation. Changing the child in place, as in
  /// `child?.count += 1`, or assigning a changed copy of it, does not.
  @inlinable
  public var wrappedValue: Value? {
    get { value }
    set {
      let before = newValue == nil ? nil : childIdentity()
      value = newValue
      if before == nil || childIdentity() != before { renewIdentity() }
    }
    _modify {
      // In place, the value may also appear, disappear or be replaced by another child, even if the
      // access ends with an error.
      let before = childIdentity()
      defer { didChangeInPlace(from: before) }
      yield &value
    }
  }

  /// The presentation itself, for `ifLet(\.$child, action: \.child)`.
  @inlinable
  public var projectedValue: Self {
    get { self }
    _modify { yield &self }
  }
}

extension PresentationState {
  /// Returns the identity of the presented child; `nil` if it has none, or if nothing is presented.
  @usableFromInline
  mutating func childIdentity() -> AnyHashable? {
    value.modifyWrapped { ChildIdentity.of(&$0, isAssigned: true) } ?? nil
  }

  /// Starts a new presentation if a change in place has replaced the child, or ends it.
  @usableFromInline
  mutating func didChangeInPlace(from before: AnyHashable?) {
    if value == nil || identity == nil || childIdentity() != before { renewIdentity() }
  }

  /// Starts a new presentation of the current value, or ends the presentation if there is none.
  @usableFromInline
  mutating func renewIdentity() {
    identity = value == nil ? nil : StateStamp.next()
    beginning = identity == nil ? nil : beginning ?? identity
  }
}

extension PresentationState: Equatable where Value: Equatable {
  /// Compares the values, regardless of identity.
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
  /// A mirror of only the value, which is also used for the diff of a test failure.
  public var customMirror: Mirror { Mirror(reflecting: value as Any) }
}

extension PresentationState: ChildStates {
  package static var childState: Any.Type { Value.self }
}

/// A state that a property wrapper projects.
protocol ProjectedState {}

extension PresentationState: ProjectedState {}
