public import Observation
import Synchronization

/// Tells one observable state from another that takes its place.
public struct ObservableStateID: Hashable, Sendable {
  private static let last = Atomic<UInt64>(0)

  /// The id of what is not a state of its own.
  public static let inert = ObservableStateID(rawValue: 0)

  private let rawValue: UInt64

  private init(rawValue: UInt64) {
    self.rawValue = rawValue
  }

  /// Creates an id that no state had before.
  public init() {
    rawValue = Self.last.wrappingAdd(1, ordering: .relaxed).newValue
  }

  /// The id of the same state in a case of an enum.
  ///
  /// Its upper 16 bits tell through which cases the id came; ids themselves stay below 2⁴⁸.
  ///
  /// - Parameter index: The number of the case.
  public func tagged(_ index: Int) -> Self {
    let mask: UInt64 = (1 << 48) - 1
    let cases = (rawValue >> 48) &* 31 &+ UInt64(truncatingIfNeeded: index) &+ 1
    return Self(rawValue: (cases << 48) | (rawValue & mask))
  }
}

/// Knows who observes which property of a state; `@ObservableState` stores one in each.
///
/// It has no part in a state's value: all registrars are equal. A copy of a state shares its
/// observers until the store's own value changes identity.
public struct ObservationStateRegistrar: Sendable {
  /// The identity of the state.
  public let id = ObservableStateID()
  private let registrar = ObservationRegistrar()

  /// Creates a registrar that nobody knows.
  public init() {}

  /// Called when a property is read.
  public func access<Subject: Observable, Member>(
    _ subject: Subject, keyPath: KeyPath<Subject, Member>
  ) {
    registrar.access(subject, keyPath: keyPath)
  }

  /// Called after a property was changed, or may have been.
  public func didChange<Subject: Observable, Member>(
    _ subject: Subject, keyPath: KeyPath<Subject, Member>
  ) {
    registrar.willSet(subject, keyPath: keyPath)
    registrar.didSet(subject, keyPath: keyPath)
  }
}

extension ObservationStateRegistrar {
  /// Whether assigning one value in the place of another changes nothing that can be observed.
  public static func isSame<Value>(_ old: Value, _ new: Value) -> Bool { false }

  /// Whether assigning one value in the place of another changes nothing that can be observed.
  public static func isSame<Value: Equatable>(_ old: Value, _ new: Value) -> Bool { old == new }

  /// Whether assigning one state in the place of another changes nothing that can be observed: its
  /// properties have observers of their own.
  public static func isSame<Value: ObservableState>(_ old: Value, _ new: Value) -> Bool {
    old._$id == new._$id
  }

  /// Whether assigning one state in the place of another changes nothing that can be observed.
  public static func isSame<Value: ObservableState & Equatable>(
    _ old: Value, _ new: Value
  ) -> Bool {
    old._$id == new._$id && old == new
  }

  /// What tells whether a value that is changed in place has become another; `nil` where every
  /// change counts.
  public static func identity<Value>(of value: Value) -> ObservableStateID? { nil }

  /// What tells whether a state that is changed in place has become another.
  public static func identity<Value: ObservableState>(of value: Value) -> ObservableStateID? {
    value._$id
  }

  /// The identity of an enum that holds a value of which every change counts.
  public static func caseIdentity<Value>(of value: Value, index: Int) -> ObservableStateID {
    ObservableStateID()
  }

  /// The identity of an enum that holds a state.
  public static func caseIdentity<Value: ObservableState>(
    of value: Value, index: Int
  ) -> ObservableStateID {
    value._$id.tagged(index)
  }
}

extension ObservationStateRegistrar: Equatable, Hashable {
  /// All registrars are equal.
  public static func == (first: Self, second: Self) -> Bool { true }

  /// Adds nothing.
  public func hash(into hasher: inout Hasher) {}
}

extension ObservationStateRegistrar: Codable {
  /// Decodes nothing.
  public init(from decoder: any Decoder) { self.init() }

  /// Encodes nothing.
  public func encode(to encoder: any Encoder) {}
}
