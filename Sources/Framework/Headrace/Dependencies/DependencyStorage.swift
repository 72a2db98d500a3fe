/// What is behind ``DependencyValues``: the overrides, and the defaults found so far.
///
/// `@unchecked Sendable`: `overrides` is only changed by `DependencyValues` while it holds the one reference
/// (`isKnownUniquelyReferenced`), or by who has just made the storage; shared storage never changes.
@usableFromInline
final class DependencyStorage: @unchecked Sendable {
  /// By the identity of the key's type.
  var overrides: [ObjectIdentifier: any Sendable]

  /// Shared by all values derived from the same test, store or process.
  let defaults: DependencyDefaults

  /// The thread's frame, which this storage can become.
  let frame = DependencyFrame.pointer

  init(overrides: [ObjectIdentifier: any Sendable] = [:], defaults: DependencyDefaults) {
    self.overrides = overrides
    self.defaults = defaults
  }

  func copy(defaults: DependencyDefaults) -> DependencyStorage {
    DependencyStorage(overrides: overrides, defaults: defaults)
  }
}
