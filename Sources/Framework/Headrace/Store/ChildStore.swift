/// What a child store does instead of a root: it sends through its parent, and finds its state in
/// its parent's.
@usableFromInline
final class ChildStore<State, Action> {
  @usableFromInline let send: (Action) -> EffectGroup?
  @usableFromInline let fixedState: UnsafeMutablePointer<State>?
  let parent: any ParentStore
  let key: ScopeKey
  private let place: ChildPlace<State>
  let site: CallSite

  /// The state that was shown last, for when the child is gone.
  private var shown: UnsafeMutablePointer<State>?
  private var shownAfter: UInt64 = .max
  private var link: ChildStateLink?
  private var linkedParent: ObservableStateID?

  init(
    of parent: any ParentStore, key: ScopeKey, at place: ChildPlace<State>,
    send: @escaping (Action) -> EffectGroup?, site: CallSite
  ) {
    self.parent = parent
    self.key = key
    self.place = place
    self.send = send
    self.site = site
    if case .fixed(let pointer) = place { fixedState = pointer } else { fixedState = nil }
  }

  deinit {
    shown?.deinitialize(count: 1)
    shown?.deallocate()
  }

  /// Where the state can be read until the next action.
  @usableFromInline
  var currentState: UnsafeMutablePointer<State> {
    switch place {
    case .fixed(let pointer): return pointer
    case .within(let find): return find()
    case .copied(let read): return show(read)
    }
  }

  /// Copies the state at most once per action: what a child shows must outlive the child.
  private func show(_ read: () -> State?) -> UnsafeMutablePointer<State> {
    let now = parent.runtime.flags.pointee.stateVersion
    if let shown, shownAfter == now { return shown }
    guard let state = read() else {
      guard let shown else { preconditionFailure("A child store was made without a child.") }
      if !parent.runtime.flags.pointee.isFollowingLinks { reportAbsentChild() }
      return shown
    }
    shownAfter = now
    if let shown {
      shown.pointee = state
      return shown
    }
    let memory = UnsafeMutablePointer<State>.allocate(capacity: 1)
    memory.initialize(to: state)
    shown = memory
    return memory
  }

  private func reportAbsentChild() {
    parent.runtime.reportMisuse(
      """
      The state of a child that is gone was read: '\(State.self)'.

      The store made by 'scope' at \(site) outlived its child, so the last state that it has shown \
      was read. Ask the parent for the child's store again before you read: 'scope' returns 'nil' \
      when there is no child.
      """, at: site)
  }

  /// Lets the parent's fields tell when another state takes the place of the one shown.
  @usableFromInline
  func follow(_ identity: StateIdentity<State>, in table: ObservationTable) {
    let above = parent.stateIdentity
    guard link == nil || above != linkedParent else { return }
    tie(below: above, identity, in: table)
  }

  /// Ties the store to the fields that lead to its state now.
  private func tie(
    below above: ObservableStateID?, _ identity: StateIdentity<State>,
    in table: ObservationTable
  ) {
    let place = place
    let current: () -> ObservableStateID? = {
      switch place {
      case .fixed(let pointer): identity(pointer)
      case .within(let find): identity(find())
      case .copied(let read): read().map { withUnsafePointer(to: $0) { identity($0) } }
      }
    }
    guard let now = current() else { return }
    linkedParent = above
    let link = ChildStateLink(to: now, current: current) { [weak self, unowned table] in
      guard let self else { return }
      let above = parent.stateIdentity
      if self.link?.isDeep == true || above != linkedParent {
        tie(below: above, identity, in: table)
      }
    }
    self.link = link
    parent.followFields(to: key, link, in: table)
  }
}

/// Where a child's state is.
enum ChildPlace<State> {
  /// In the store's memory, for good.
  case fixed(UnsafeMutablePointer<State>)
  /// In the parent's state, which moves.
  case within(() -> UnsafeMutablePointer<State>)
  /// To be taken from the parent's state, where it can also be missing.
  case copied(() -> State?)
}

/// Tells one child store from the others of its parent.
@usableFromInline
package struct ScopeKey: Hashable {
  package let state: AnyKeyPath
  package let action: AnyKeyPath
  package var element: AnyHashable?

  @usableFromInline
  package init(state: AnyKeyPath, action: AnyKeyPath, element: AnyHashable? = nil) {
    self.state = state
    self.action = action
    self.element = element
  }
}

/// What a child store needs of its parent, whatever its types are.
protocol ParentStore: AnyObject {
  var runtime: StoreRuntime { get }
  /// The identity of the parent's state; `nil` where it has none.
  var stateIdentity: ObservableStateID? { get }
  /// Forgets a child store that is gone.
  func forget(_ key: ScopeKey?)
  /// Ties a child's state to the fields that lead to it.
  func followFields(to key: ScopeKey, _ link: ChildStateLink, in table: ObservationTable)
}

extension Store: ParentStore {
  var stateIdentity: ObservableStateID? { identity?(pointer) }

  func forget(_ key: ScopeKey?) {
    if let key { children[key] = nil }
  }

  func followFields(to key: ScopeKey, _ link: ChildStateLink, in table: ObservationTable) {
    if let identity { child?.follow(identity, in: table) }
    let pointer = pointer
    table.follow(link) { _ = pointer.pointee[keyPath: key.state] }
  }
}
