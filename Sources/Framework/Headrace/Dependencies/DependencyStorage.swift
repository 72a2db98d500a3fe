/// What is behind ``DependencyValues``: the overrides, and the defaults found so far. It never
/// changes: values that are changed get another storage.
@usableFromInline
final class DependencyStorage: Sendable {
  let overrides: DependencyTable

  /// The context, if it is not the process's.
  let context: DependencyContext?

  /// Whether `withDependencies` has made the values for a part of a reducer's run. The effects that
  /// are made there run with them.
  let isForPartOfRun: Bool

  /// Shared by all values derived from the same test, store or process.
  let defaults: DependencyDefaults

  init(
    overrides: DependencyTable = DependencyTable(), context: DependencyContext? = nil,
    isForPartOfRun: Bool = false, defaults: DependencyDefaults
  ) {
    self.overrides = overrides
    self.context = context
    self.isForPartOfRun = isForPartOfRun
    self.defaults = defaults
  }
}
