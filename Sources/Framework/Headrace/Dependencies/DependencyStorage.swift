/// What is behind ``DependencyValues``: the overrides, and the defaults found so far.
///
/// Unchecked: the variables are only changed by `DependencyValues` while it holds the only
/// reference (`isKnownUniquelyReferenced`), or by the code that has just created the storage.
/// Shared storage never changes.
@usableFromInline
final class DependencyStorage: @unchecked Sendable {
  var overrides: DependencyTable

  /// The context, if it is not the process's.
  var context: DependencyContext?

  /// Whether `withDependencies` has made the values for a part of a reducer's run. The effects that
  /// are made there run with them.
  var isForPartOfRun = false

  /// Shared by all values derived from the same test, store or process.
  let defaults: DependencyDefaults

  init(
    overrides: DependencyTable = DependencyTable(), context: DependencyContext? = nil,
    defaults: DependencyDefaults
  ) {
    self.overrides = overrides
    self.context = context
    self.defaults = defaults
  }

  func copy() -> DependencyStorage {
    DependencyStorage(overrides: overrides, context: context, defaults: defaults)
  }
}
