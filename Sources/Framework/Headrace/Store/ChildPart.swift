/// What a child store has instead of a core: it finds the state in the parent's, and takes actions
/// to the parent. It is not a ``Store``.
///
/// The pointers are safe for these reasons. `scope` makes a child part with the store that becomes
/// its parent, so `offset` and `read` always get the address of a state of the type for which they
/// were made. The parent, or what remains of it, keeps that memory: a root's state stays where it
/// is until the root ends, and `shown` belongs to this object from its first use to `deinit`. All
/// of it is used on the store's actor, and an address is asked for anew after each action.
@usableFromInline
class ChildPart<State, Action>: ChildEntry {
  /// The offset of the state in the parent's, if it is stored there.
  private let offset: UInt32
  /// Reads the state from the parent's, where it may be missing; `nil` if the state is stored at an
  /// offset.
  private let read: ((_ parent: UnsafeMutableRawPointer) -> State?)?
  /// Takes an action to the parent, and so to the root's queue.
  @usableFromInline final let send: (Action) -> EffectGroup?
  /// The last state shown, for when the child is gone.
  private var shown: UnsafeMutablePointer<Shown>?

  private struct Shown {
    var state: State
    var after: UInt64
  }

  init(
    of parent: any ParentStore, key: ScopeKey, atOffset offset: Int, site: CallSite,
    send: @escaping (Action) -> EffectGroup?
  ) {
    self.send = send
    self.offset = UInt32(offset)
    self.read = nil
    super.init(of: parent, key: key, site: site)
  }

  init(
    of parent: any ParentStore, key: ScopeKey,
    reading read: @escaping (_ parent: UnsafeMutableRawPointer) -> State?, site: CallSite,
    send: @escaping (Action) -> EffectGroup?
  ) {
    self.send = send
    self.offset = 0
    self.read = read
    super.init(of: parent, key: key, site: site)
  }

  deinit {
    shown?.deinitialize(count: 1)
    shown?.deallocate()
  }

  /// Where the state can be read until the next action.
  @usableFromInline
  final var currentState: UnsafeMutablePointer<State> { read.map(show) ?? storedState }

  private var storedState: UnsafeMutablePointer<State> {
    (parent.stateAddress + Int(offset)).assumingMemoryBound(to: State.self)
  }

  /// Copies the state at most once per action, because the store must show it even after the child
  /// is gone.
  private func show(
    _ read: (_ parent: UnsafeMutableRawPointer) -> State?
  ) -> UnsafeMutablePointer<State> {
    let now = parent.flags.stateVersion
    if let shown, shown.pointee.after == now { return Self.state(of: shown) }
    guard let state = read(parent.stateAddress) else {
      guard let shown else { preconditionFailure("A child store keeps what it could have shown.") }
      if !parent.flags.ignoresAbsentChildren, !StoreObserver.isRunningAgain {
        reportAbsentChild()
      }
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

  /// Stores a copy of the state, in case the child is gone before the store is read.
  final func keepState() {
    if let read, shown == nil { _ = show(read) }
  }

  private static func state(of shown: UnsafeMutablePointer<Shown>) -> UnsafeMutablePointer<State> {
    // The state comes first, and stays where it is.
    UnsafeMutableRawPointer(shown).assumingMemoryBound(to: State.self)
  }

  private func reportAbsentChild() {
    parent.reportMisuse(
      """
      The state of a child that is gone was read: '\(State.self)'.

      The store made by 'scope' at \(site) outlived its child, so it returned the last state that \
      it had shown. Ask the parent for the child's store again before you read: 'scope' returns \
      'nil' when there is no child.
      """, at: site)
  }

  // MARK: - Observing

  /// The state that the store shows now; `nil` if it is gone.
  final var stateNow: State? { read.map { $0(parent.stateAddress) } ?? storedState.pointee }

  final override var identityNow: ObservableStateID? {
    // The store is the one that keeps this: it was made with it.
    let store = store.map {
      unsafeDowncast($0.takeUnretainedValue(), to: Store<State, Action>.self)
    }
    guard let identity = store.map(\.identity) ?? StateIdentity() else { return nil }
    guard let read else { return identity(storedState) }
    return read(parent.stateAddress).map { withUnsafePointer(to: $0) { identity($0) } }
  }
}

/// What the store of an element of a collection has instead of a core.
///
/// The pointers are safe for the reasons at ``ChildPart``.
final class ElementChildPart<ID: Hashable & Sendable, State, Action>: ChildPart<State, Action> {
  private let id: ID

  init(
    _ id: ID, of parent: any ParentStore, key: ScopeKey,
    reading read: @escaping (_ parent: UnsafeMutableRawPointer) -> State?, site: CallSite,
    send: @escaping (Action) -> EffectGroup?
  ) {
    self.id = id
    super.init(of: parent, key: key, reading: read, site: site, send: send)
  }

  override var element: AnyHashable? { AnyHashable(id) }
}
