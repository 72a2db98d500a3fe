/// A child store as its parent and the observed fields know it, whatever its types are.
@usableFromInline
class ChildEntry {
  final let parent: any ParentStore
  final let key: ScopeKey
  final let site: CallSite
  /// The next in a chain of the parent's ``ChildStores``.
  final var next: Unmanaged<ChildEntry>?
  /// The store, which keeps this.
  final var store: Unmanaged<AnyObject>?

  init(of parent: any ParentStore, key: ScopeKey, site: CallSite) {
    self.parent = parent
    self.key = key
    self.site = site
  }

  /// The identity of the state that the store shows now; `nil` if it is gone.
  var identityNow: ObservableStateID? {
    preconditionFailure("'identityNow' of '\(Self.self)' is not implemented.")
  }

  /// Ties the store anew, if the way to its state is another now.
  func followAgain(in table: ObservationTable) {
    preconditionFailure("'followAgain' of '\(Self.self)' is not implemented.")
  }
}

/// What a child store needs of its parent, whatever its types are.
protocol ParentStore: AnyObject {
  var runtime: StoreRuntime { get }
  /// The identity of the parent's state; `nil` where it has none.
  var stateIdentity: ObservableStateID? { get }
  /// Forgets a child store that is gone.
  func forget(_ child: ChildEntry)
  /// Ties a child's state to the fields that lead to it.
  func followFields(to key: ScopeKey, _ link: ChildStateLink, in table: ObservationTable)
}

extension Store: ParentStore {
  var stateIdentity: ObservableStateID? { identity?(pointer) }

  func forget(_ child: ChildEntry) {
    children.remove(child)
  }

  func followFields(to key: ScopeKey, _ link: ChildStateLink, in table: ObservationTable) {
    if let identity { child?.follow(identity, in: table) }
    let pointer = pointer
    table.follow(link) { _ = pointer.pointee[keyPath: key.state] }
  }
}
