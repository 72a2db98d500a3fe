/// What a ``Dependency`` knows beside the way to its value.
@usableFromInline
final class DependencyReader: Sendable {
  /// What reports call the dependency; the name of its accessor where it is `nil`.
  let name: String?

  /// The author's line that reads.
  let site: CallSite

  /// The overrides that were in force where the property was made.
  private let initial: DependencyStorage?

  init(name: String?, site: CallSite) {
    self.name = name
    self.site = site
    self.initial = DependencyValues.inForce?.storage
  }

  /// The values in force now, and behind them those that were when the property was made.
  @usableFromInline
  var values: DependencyValues {
    guard let inForce = DependencyValues.inForce else {
      guard let initial else {
        return DependencyValues(storage: DependencyRoot.current.values.storage, reader: self)
      }
      return DependencyValues(storage: initial, reader: self)
    }
    let fallback = initial === inForce.storage ? nil : initial
    return DependencyValues(storage: inForce.storage, fallback: fallback, reader: self)
  }

  /// Whether another reader reads for the same name and line, with the same overrides behind it.
  func isSame(as other: DependencyReader) -> Bool {
    name == other.name && site == other.site && initial === other.initial
  }
}
