public import CustomDump

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
  /// The property that changes.
  public let keyPath: any PartialKeyPath<Root> & Sendable
  private let newValue: any Equatable & Sendable
  private let change: @Sendable (inout Root) -> Void

  /// Changes a property to a value.
  ///
  /// - Parameters:
  ///   - keyPath: The property.
  ///   - value: Its new value.
  public static func set<Value: Equatable & Sendable>(
    _ keyPath: any WritableKeyPath<Root, Value> & Sendable, _ value: Value
  ) -> Self {
    Self(keyPath: keyPath, newValue: value) { $0[keyPath: keyPath] = value }
  }

  /// Returns the same change, which also calls a closure when it is applied.
  func calling(_ note: @escaping @Sendable () -> Void) -> Self {
    Self(keyPath: keyPath, newValue: newValue) { root in
      note()
      change(&root)
    }
  }

  /// Returns true if an action changes a property, as in `case .binding(\.email):`.
  public static func ~= <Value>(keyPath: WritableKeyPath<Root, Value>, action: Self) -> Bool {
    action.keyPath as PartialKeyPath<Root> == keyPath
  }

  /// Applies the change in place.
  func apply(to root: inout Root) { change(&root) }
}

extension BindingAction: Equatable {
  /// Returns true if both actions change the same property to equal values.
  public static func == (first: Self, second: Self) -> Bool {
    first.keyPath as PartialKeyPath<Root> == second.keyPath
      && first.newValue.isEqual(to: second.newValue)
  }
}

extension BindingAction: CustomDumpStringConvertible {
  /// The property and its value, as in source: `.set(\.email, "ada@example.org")`.
  public var customDumpDescription: String {
    ".set(\(propertyName), \(String(customDumping: newValue)))"
  }

  /// The property, as in source: `\.email`.
  ///
  /// A computed property has no name at run time, so its type is shown: `\.<Int>`.
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
          return action.newValue as? Value
        })
    }
  }

  /// The case paths of a change.
  public static var allCasePaths: AllCasePaths { AllCasePaths() }
}

// MARK: - Naming a Typo

extension BindingAction {
  /// The overload that the compiler chooses for `case .binding(\.typo):` if there is no such
  /// property.
  @available(
    *, unavailable,
    message: "the state has no property of this name; look for a typo, or a '$' too many"
  )
  @_disfavoredOverload
  public static func ~= (keyPath: KeyPath<NoSuchProperty, NoSuchProperty>, action: Self) -> Bool {
    preconditionFailure("There is no such property.")
  }
}
