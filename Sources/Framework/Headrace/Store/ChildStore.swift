/// What a child store does instead of a root: it finds its state in its parent's.
@usableFromInline
final class ChildStore<State, Action>: ChildEntry {
  private let place: ChildPlace<State>
  /// The state that was shown last, for when the child is gone.
  private var shown: UnsafeMutablePointer<Shown>?
  private var link: ChildStateLink?

  private struct Shown {
    var state: State
    var after: UInt64
  }

  init(of parent: any ParentStore, key: ScopeKey, at place: ChildPlace<State>, site: CallSite) {
    self.place = place
    super.init(of: parent, key: key, site: site)
  }

  deinit {
    shown?.deinitialize(count: 1)
    shown?.deallocate()
  }

  /// Where the state is as long as the store is there, where that is known.
  var fixedState: UnsafeMutablePointer<State>? {
    if case .fixed(let pointer) = place { pointer } else { nil }
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
    if let shown, shown.pointee.after == now { return Self.state(of: shown) }
    guard let state = read() else {
      guard let shown else { preconditionFailure("A child store was made without a child.") }
      if !parent.runtime.flags.pointee.isFollowingLinks { reportAbsentChild() }
      return Self.state(of: shown)
    }
    if let shown {
      shown.pointee = Shown(state: state, after: now)
      return Self.state(of: shown)
    }
    let memory = UnsafeMutablePointer<Shown>.allocate(capacity: 1)
    memory.initialize(to: Shown(state: state, after: now))
    shown = memory
    return Self.state(of: memory)
  }

  private static func state(of shown: UnsafeMutablePointer<Shown>) -> UnsafeMutablePointer<State> {
    // The state comes first, and stays where it is.
    UnsafeMutableRawPointer(shown).assumingMemoryBound(to: State.self)
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

  // MARK: - Observing

  override var identityNow: ObservableStateID? {
    guard let identity = StateIdentity<State>() else { return nil }
    return switch place {
    case .fixed(let pointer): identity(pointer)
    case .within(let find): identity(find())
    case .copied(let read): read().map { withUnsafePointer(to: $0) { identity($0) } }
    }
  }

  /// Lets the parent's fields tell when another state takes the place of the one shown.
  @usableFromInline
  func follow(_ identity: StateIdentity<State>, in table: ObservationTable) {
    let above = parent.stateIdentity
    guard link == nil || above != link?.parent else { return }
    tie(below: above, in: table)
  }

  override func followAgain(in table: ObservationTable) {
    let above = parent.stateIdentity
    if link?.isDeep == true || above != link?.parent { tie(below: above, in: table) }
  }

  /// Ties the store to the fields that lead to its state now.
  private func tie(below above: ObservableStateID?, in table: ObservationTable) {
    guard let now = identityNow else { return }
    let link = ChildStateLink(of: self, to: now, below: above)
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
