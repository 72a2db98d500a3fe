// MARK: - Making Child Stores

extension Store: ParentStore {
  /// This store as a child of its parent; `nil` in the root.
  @inlinable var childEntry: ChildEntry? {
    switch role {
    case .root: nil
    case .child(let child): child
    }
  }

  func forget(_ key: ScopeKey) {
    children.removeAndShrink(key)
  }

  /// The store of a child that is always there.
  @usableFromInline
  func child<ChildState, ChildAction>(
    _ state: KeyPath<State, ChildState>, key: ScopeKey, site: CallSite,
    embed: @autoclosure () -> (ChildAction) -> Action
  ) -> Store<ChildState, ChildAction> {
    if let known: Store<ChildState, ChildAction> = known(key) { return known }
    let source = storedPart(state) ?? .found(makeReader { $0[keyPath: state] })
    return add(ChildPart(of: self, key: key, site: site, source: source, send: sending(embed())))
  }

  /// The store of a child whose state is found by a closure.
  ///
  /// - Parameters:
  ///   - embed: Embeds its action in this store's.
  ///   - find: Finds its state in this store's. The closure may outlive this store and must not
  ///     retain it.
  @usableFromInline
  func child<ChildState, ChildAction>(
    key: ScopeKey, site: CallSite, embed: @autoclosure () -> (ChildAction) -> Action,
    find: @escaping (State) -> ChildState?
  ) -> Store<ChildState, ChildAction> {
    known(key) ?? add(key: key, site: site, send: sending(embed()), find: find)
  }

  /// Makes the store of a child that is there now.
  func add<ChildState, ChildAction>(
    key: ScopeKey, site: CallSite, send: @escaping (ChildAction) -> EffectGroup?,
    find: @escaping (State) -> ChildState?
  ) -> Store<ChildState, ChildAction> {
    let child = ChildPart(
      of: self, key: key, site: site, source: .found(makeReader(find)), send: send)
    let store = add(child)
    // The child may be gone before the store is read.
    _ = child.copy()
    return store
  }

  func known<ChildState, ChildAction>(_ key: ScopeKey) -> Store<ChildState, ChildAction>? {
    children[key]?.store as? Store<ChildState, ChildAction>
  }

  private func add<ChildState, ChildAction>(
    _ child: ChildPart<ChildState, ChildAction>
  ) -> Store<ChildState, ChildAction> {
    let store = Store<ChildState, ChildAction>(child: child, of: self)
    // The store removes itself when it is released.
    children[child.key] = ChildReference(store: store)
    return store
  }

  /// Makes the closure that takes a child's actions to the root. It embeds them in this store's
  /// actions, and calls the core or this store's own closure.
  func sending<ChildAction>(
    _ embed: @escaping (ChildAction) -> Action
  ) -> (ChildAction) -> EffectGroup? {
    switch role {
    case .root(let core): { [unowned core] in core.send(embed($0)) }
    case .child(let child): { [send = child.send] in send(embed($0)) }
    }
  }

  /// Makes a closure that reads this store's state, and retains neither this store nor the core.
  func makeReader<Result>(_ read: @escaping (State) -> Result) -> () -> Result {
    switch role {
    case .root(let core): { [unowned core] in read(core.memory.pointee) }
    case .child(let child): { child.read(read) }
    }
  }

  /// Where a stored property is, if the state has an address.
  private func storedPart<Part>(_ property: KeyPath<State, Part>) -> StateSource<Part>? {
    guard let offset = StateAccess<State, Part>.offset(of: property) else { return nil }
    switch role {
    case .root(let core): return StateSource.stored(core.memory).part(at: offset)
    case .child(let child): return child.source.part(at: offset)
    }
  }
}
