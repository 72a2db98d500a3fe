public import CustomDump
import Synchronization

/// A change of one property of a state.
///
/// ```swift
/// case .binding(\.email):        // the e-mail address has changed
///   state.failure = nil
/// case .binding:                 // another property has
///   …
/// ```
///
/// Hosts and tests create one with ``set(_:_:)``, or by a case key path: `\.binding.email`.
public struct BindingAction<Root>: Sendable {
  private let change: any PropertyChange<Root>
  /// What is notified when the change is made; ignored by comparison.
  private let witness: BindingWitness?

  fileprivate init(change: any PropertyChange<Root>, witness: BindingWitness? = nil) {
    self.change = change
    self.witness = witness
  }

  /// The property that is changed.
  public var keyPath: any PartialKeyPath<Root> & Sendable { change.property }

  /// Changes a property to a value.
  ///
  /// - Parameters:
  ///   - keyPath: The property.
  ///   - value: Its new value.
  public static func set<Value: Equatable & Sendable>(
    _ keyPath: any WritableKeyPath<Root, Value> & Sendable, _ value: Value
  ) -> Self {
    Self(change: PropertySetting(keyPath: keyPath, value: value))
  }

  /// The same change, which notes whether it is made.
  func witnessed(by witness: BindingWitness) -> Self {
    Self(change: change, witness: witness)
  }

  /// Returns whether an action changes a property, as in `case .binding(\.email):`.
  public static func ~= <Value>(keyPath: WritableKeyPath<Root, Value>, action: Self) -> Bool {
    action.keyPath as PartialKeyPath<Root> == keyPath
  }

  /// Makes the change, in place.
  func apply(to root: inout Root) {
    witness?.noteChange()
    change.apply(to: &root)
  }
}

/// Notes whether a change that a store has sent is made.
final class BindingWitness: Sendable {
  private let isMade = Atomic(false)

  var hasSeenChange: Bool { isMade.load(ordering: .relaxed) }

  func noteChange() { isMade.store(true, ordering: .relaxed) }
}

extension BindingAction: Equatable {
  /// Whether two actions change the same property to equal values.
  public static func == (first: Self, second: Self) -> Bool {
    first.change.isEqual(to: second.change)
  }
}

extension BindingAction: CustomDumpStringConvertible {
  /// The property and its value, as in source: `.set(\.email, "ada@example.org")`.
  public var customDumpDescription: String {
    ".set(\(propertyName), \(String(customDumping: change.newValue)))"
  }

  /// The property, as in source: `\.email`. A computed property has no name at run time, so this is
  /// its type: `\.<Int>`.
  private var propertyName: String {
    let keyPath = keyPath as PartialKeyPath<Root>
    if let stored = (Root.self as? any ObservableState.Type)?.storedKeyPath(for: keyPath) {
      // An observed property is stored under its name with an underscore.
      return "\(stored)".replacing(/^\\[^.]*\._?/, with: #"\."#)
    }
    return "\(keyPath)".replacing(/^\\[^.]*\./, with: #"\."#)
      .replacing(/<computed 0x[0-9a-f]+ \((?<type>.*?)\)>/) { "<\($0.type)>" }
  }
}

extension ObservableState {
  fileprivate static func storedKeyPath(for keyPath: AnyKeyPath) -> AnyKeyPath? {
    (keyPath as? PartialKeyPath<Self>).flatMap { _$storedKeyPath(for: $0) }
  }
}

// MARK: - Case Paths

extension BindingAction: CasePathable {
  /// The case paths of a change: one for each property of the state.
  @dynamicMemberLookup
  public struct AllCasePaths: Sendable {
    /// The path to a property's new value: `\.binding.email`.
    public subscript<Value: Equatable & Sendable>(
      dynamicMember keyPath: any WritableKeyPath<Root, Value> & Sendable
    ) -> AnyCasePath<BindingAction, Value> {
      AnyCasePath(
        embed: { .set(keyPath, $0) },
        extract: { action in
          guard action.keyPath as PartialKeyPath<Root> == keyPath else { return nil }
          return action.change.newValue as? Value
        })
    }
  }

  /// The case paths of a change.
  public static var allCasePaths: AllCasePaths { AllCasePaths() }
}

// MARK: -

/// A property and its new value, with its type erased.
private protocol PropertyChange<Root>: Sendable {
  associatedtype Root

  var property: any PartialKeyPath<Root> & Sendable { get }
  var newValue: any Sendable { get }

  func apply(to root: inout Root)
  func isEqual(to other: any PropertyChange<Root>) -> Bool
}

private struct PropertySetting<Root, Value: Equatable & Sendable>: PropertyChange {
  let keyPath: any WritableKeyPath<Root, Value> & Sendable
  let value: Value

  var property: any PartialKeyPath<Root> & Sendable { keyPath }
  var newValue: any Sendable { value }

  func apply(to root: inout Root) {
    root[keyPath: keyPath] = value
  }

  func isEqual(to other: any PropertyChange<Root>) -> Bool {
    guard let other = other as? Self else { return false }
    return keyPath as WritableKeyPath<Root, Value> == other.keyPath && value == other.value
  }
}

// MARK: - Naming a Typo

extension BindingAction {
  /// What the compiler chooses in `case .binding(\.typo):`, where the state has no such property.
  @available(
    *, unavailable,
    message: "the state has no property of this name; look for a typo, or a '$' too many"
  )
  @_disfavoredOverload
  public static func ~= (keyPath: KeyPath<NoSuchProperty, NoSuchProperty>, action: Self) -> Bool {
    preconditionFailure("There is no such property.")
  }
}
