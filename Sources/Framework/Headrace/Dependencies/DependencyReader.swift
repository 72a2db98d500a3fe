/// What a ``Dependency`` stores besides what reads its value.
@usableFromInline
final class DependencyReader: Sendable {
  /// What reports call the dependency; if `nil`, the name of its accessor.
  let name: String?

  /// The author's line that reads.
  let site: CallSite

  /// The overrides that were current where the property was created.
  private let initial: DependencyStorage?

  init(name: String?, site: CallSite) {
    self.name = name
    self.site = site
    self.initial = DependencyValues.currentIfAny?.storage
  }

  /// The current values, and behind them those that were current when the property was created.
  @usableFromInline
  var values: DependencyValues {
    let current = DependencyValues.currentIfAny ?? initial.map { DependencyValues(storage: $0) }
    let storage = (current ?? DependencyRoot.current.values).storage
    return DependencyValues(
      storage: storage, fallback: initial === storage ? nil : initial, reader: self)
  }

  /// The values that a model passes on: the current ones, and those that it was given.
  var merged: DependencyValues {
    guard let initial else { return .current }
    guard let current = DependencyValues.currentIfAny?.storage, current !== initial else {
      return DependencyValues(storage: initial)
    }
    return DependencyValues(
      storage: DependencyStorage(
        overrides: initial.overrides.merging(current.overrides),
        context: current.context ?? initial.context, defaults: current.defaults))
  }
}
