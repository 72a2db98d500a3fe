/// The part of a store that finds its state and sends its actions.
///
/// A child store's part finds the state in the parent's state, and takes actions to the parent; the
/// root's part uses the core.
///
/// An observed child store may have been created in passing and not kept: its place then retains
/// this part, and the store is released. The system's observations don't end by themselves, so a
/// part retains the parts above it, but no store and no core.
@usableFromInline
final class StorePart<State, Action>: ObservedPlace {
  /// The key that distinguishes the store from the parent's other child stores.
  let key: ScopeKey
  /// The line that created the store: the call of `scope`, or of the root's initialiser.
  let site: CallSite
  @usableFromInline let source: StateSource<State>
  /// Takes an action to the parent, and so to the root's queue.
  @usableFromInline let send: (Action) -> EffectGroup?
  /// The type of the state, if it has an identity.
  @usableFromInline let observable = State.self as? any ObservableState.Type
  private unowned let runtime: StoreRuntime
  /// The last state shown, for use when the child is absent.
  private var shown: ShownState<State>?

  init(
    of parent: ObservedPlace?, in runtime: StoreRuntime, key: ScopeKey, site: CallSite,
    source: StateSource<State>, send: @escaping (Action) -> EffectGroup?
  ) {
    self.key = key
    self.site = site
    self.source = source
    self.send = send
    self.runtime = runtime
    super.init(of: parent, at: key.state, in: runtime.observations)
  }

  /// Creates the part of the root; the store retains the core.
  convenience init(
    root core: StoreCore<State, Action>, send: @escaping (Action) -> EffectGroup?, site: CallSite
  ) {
    self.init(
      of: nil, in: core, key: ScopeKey(state: \State.self, action: \Action.self, of: State.self),
      site: site, source: .stored(core.memory), send: send)
  }

  /// Calls a closure with the state, in place if it has an address.
  ///
  /// If the child is absent, the closure receives the last state shown.
  @inlinable
  func read<Result>(_ body: (State) throws -> Result) rethrows -> Result {
    if case .stored(let address) = source { return try body(address.pointee) }
    return try body(copy().state)
  }

  /// Finds the state at most once per action, because the store must show it even after the child
  /// was removed.
  @usableFromInline
  func copy() -> ShownState<State> {
    let version = runtime.flags.stateVersion
    if let shown, shown.version == version { return shown }
    if let state = stateNow {
      let (old, now) = (shown, ShownState(state, at: version))
      shown = now
      // The last reference to objects in the old state may be released here, and their `deinit` may
      // read this store: not before `shown` is set.
      withExtendedLifetime(old) {}
      return now
    }
    guard let shown else { preconditionFailure("A child store keeps what it could have shown.") }
    if !runtime.flags.ignoresAbsentChildren, !StoreObserver.isRunningAgain { reportAbsentChild() }
    return shown
  }

  private func reportAbsentChild() {
    runtime.reportMisuse(
      """
      The state of a child that is gone was read: '\(State.self)'.

      The store made by 'scope' at \(site) outlived its child, so it returned the last state that \
      it had shown. Ask the parent for the child's store again before you read: 'scope' returns \
      'nil' when there is no child.
      """, at: site)
  }

  /// Returns a closure that reads the state, and retains neither a store nor the core.
  @usableFromInline
  func reader<Result>(_ read: @escaping (State) -> Result) -> () -> Result {
    { self.read(read) }
  }

  // MARK: - Observing

  /// The state that the store currently shows; `nil` if it is absent.
  var stateNow: State? {
    switch source {
    case .stored(let address): address.pointee
    case .found(let find): find()
    }
  }

  override var identityNow: ObservableStateID? {
    guard let observable else { return nil }
    if case .stored(let address) = source { return observable.identity(at: address) }
    guard var state = stateNow else { return nil }
    return observable.identity(of: &state)
  }

  override func followedFields(to state: AnyKeyPath) -> [(state: UInt64, field: UInt64)] {
    read { now in table.follow { _ = now[keyPath: state] } }
  }
}

/// A state that a child store has shown, and the version of the root's state at that time.
@usableFromInline
final class ShownState<State> {
  @usableFromInline let state: State
  let version: UInt64

  init(_ state: State, at version: UInt64) {
    self.state = state
    self.version = version
  }
}

/// A store with child stores, without the types of its state and actions.
protocol ParentStore: AnyObject {
  /// Forgets a released child store.
  func forget(_ key: ScopeKey)

  /// The calls that created the store and the child stores in use below it.
  var sites: [CallSite] { get }
}

/// A parent's reference to a child store.
///
/// Unowned: the store removes the reference in its `deinit`.
struct ChildReference {
  unowned let store: any ParentStore
}
