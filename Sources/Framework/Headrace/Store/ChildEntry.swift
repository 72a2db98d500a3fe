/// A child store as its parent and the observed fields know it, whatever its types are.
@usableFromInline
class ChildEntry {
  final let parent: any ParentStore
  private let state: AnyKeyPath
  private let action: AnyKeyPath
  /// The next in a chain of the parent's ``ChildStores``.
  final var next: Unmanaged<ChildEntry>?
  /// The store, which keeps this.
  final var store: Unmanaged<AnyObject>?
  /// Last, as it leaves half a word to those who have more.
  final let site: CallSite

  init(of parent: any ParentStore, key: ScopeKey, site: CallSite) {
    self.parent = parent
    self.state = key.state
    self.action = key.action
    self.site = site
  }

  /// The id of an element of a collection.
  var element: AnyHashable? { nil }

  final func has(_ key: ScopeKey) -> Bool {
    state == key.state && action == key.action && element == key.element
  }

  /// Ties a link to the fields that lead to the state.
  final func followFields(_ link: ChildStateLink, in table: ObservationTable) {
    parent.followFields(to: state, link, in: table)
  }

  /// The identity of the state that the store shows now; `nil` if it is gone.
  var identityNow: ObservableStateID? {
    preconditionFailure("'identityNow' is for '\(Self.self)' to override.")
  }

  /// Ties the store anew, if the way to its state is another now.
  func followAgain(in table: ObservationTable) {
    preconditionFailure("'followAgain' is for '\(Self.self)' to override.")
  }
}

/// What a child store needs of its parent, whatever its types are.
protocol ParentStore: AnyObject {
  var runtime: StoreRuntime { get }
  /// The identity of the parent's state; `nil` where it has none.
  var stateIdentity: ObservableStateID? { get }
  /// Where the parent's state is now.
  var stateAddress: UnsafeMutableRawPointer { get }
  /// Forgets a child store that is gone.
  func forget(_ child: ChildEntry)
  /// Ties a child's state to the fields that lead to it.
  func followFields(to state: AnyKeyPath, _ link: ChildStateLink, in table: ObservationTable)
}

extension Store: ParentStore {
  var stateIdentity: ObservableStateID? { identity?(pointer) }

  var stateAddress: UnsafeMutableRawPointer { UnsafeMutableRawPointer(pointer) }

  func forget(_ child: ChildEntry) {
    children.remove(child)
  }

  func followFields(to state: AnyKeyPath, _ link: ChildStateLink, in table: ObservationTable) {
    if let identity { child?.follow(identity, in: table) }
    let pointer = pointer
    table.follow(link) { _ = pointer.pointee[keyPath: state] }
  }
}
