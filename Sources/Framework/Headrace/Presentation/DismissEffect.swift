/// Dismisses the feature that calls it, however it is presented.
///
/// ```swift
/// @Dependency(\.dismiss) var dismiss
/// …
/// case .cancelButtonTapped:
///   return .run { _ in await dismiss() }
/// ```
///
/// The feature need not know how it is presented: by a property of its parent (`ifLet` with
/// `@Presents`), by a stack (`forEach` on a ``StackState``) or by a route. The call sends the same
/// action as a host that leaves the nearest presentation: `.dismiss` or `.popFrom(id:)`. All
/// effects of the feature end with it, including the caller.
public struct DismissEffect: Sendable {
  fileprivate let replacement: (@Sendable () async -> Void)?

  /// Creates the effect that dismisses the nearest presentation of the feature whose effect calls
  /// it.
  init() { replacement = nil }

  /// Creates a replacement, for a test of this feature alone.
  ///
  /// - Parameter dismiss: Called instead of the dismissal.
  public init(_ dismiss: @escaping @Sendable () async -> Void) { replacement = dismiss }

  /// Dismisses the feature, and returns afterwards.
  ///
  /// Call it from an effect of the feature, as the last statement: the effect is cancelled when it
  /// returns. If nothing presents the feature, nothing happens, and the misuse is reported at this
  /// line.
  public func callAsFunction(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) async {
    if let replacement { return await replacement() }
    guard let target = DependencyValues.current.dismissalRequester else {
      return reportMisuse(
        """
        A feature asked to be dismissed, but nothing presents it.

        '@Dependency(\\.dismiss)' leaves the nearest presentation of the feature whose effect \
        calls it, and there is none above this one: it is the root of its store, a part of the \
        root, or not called from an effect. Check '@Dependency(\\.isPresented)' first, or present \
        the feature by 'ifLet' with '@Presents', by 'forEach' on a 'StackState', or by a route. In \
        a test of only this feature, override it: '$0.dismiss = DismissEffect { … }'.
        """, at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
    }
    await target.dismiss()
  }
}

extension DependencyValues {
  /// Dismisses the feature that calls it, however it is presented.
  public var dismiss: DismissEffect {
    get { self[DismissKey.self] }
    set { self[DismissKey.self] = newValue }
  }

  /// True if the feature that reads it, or one that contains it, is presented.
  public var isPresented: Bool {
    get { self[IsPresentedKey.self] }
    set { self[IsPresentedKey.self] = newValue }
  }

  /// Returns these values for a presented feature.
  ///
  /// Values that are already those of a presented feature stay the same, so that a feature that
  /// presents itself, at any depth, has one node.
  package func presented() -> DependencyValues {
    guard !isPresented || dismiss.replacement != nil else { return self }
    var values = self
    values.isPresented = true
    values.dismiss = DismissEffect()
    return values
  }
}

private enum DismissKey: DependencyKey {
  static var liveValue: DismissEffect { DismissEffect() }
  static var testValue: DismissEffect { DismissEffect() }
}

private enum IsPresentedKey: DependencyKey {
  static var liveValue: Bool { false }
  static var testValue: Bool { false }
}
