/// What a ``Dependency`` stores besides the key path or key of its value.
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
    guard let current = DependencyValues.currentIfAny else {
      guard let initial else {
        return DependencyValues(storage: DependencyRoot.current.values.storage, reader: self)
      }
      return DependencyValues(storage: initial, reader: self)
    }
    let fallback = initial === current.storage ? nil : initial
    return DependencyValues(storage: current.storage, fallback: fallback, reader: self)
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
