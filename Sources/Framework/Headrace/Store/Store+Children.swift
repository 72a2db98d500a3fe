// MARK: - Creating Child Stores

extension Store: ParentStore {
  /// The place of this store as a child; `nil` in the root.
  @inlinable var childPlace: ObservedPlace? { core == nil ? part : nil }

  func forget(_ key: ScopeKey) {
    children.removeAndShrink(key)
  }

  /// Returns the store of a child that always exists.
  @usableFromInline
  func child<ChildState, ChildAction>(
    _ state: KeyPath<State, ChildState>, key: ScopeKey, site: CallSite,
    embed: @autoclosure () -> (ChildAction) -> Action
  ) -> Store<ChildState, ChildAction> {
    known(key)
      ?? add(
        StorePart(
          of: childPlace, in: runtime, key: key, site: site,
          source: part.source.property(state) ?? .found(part.reader { $0[keyPath: state] }),
          send: sending(embed())))
  }

  /// Returns the store of a child whose state is found by a closure.
  ///
  /// - Parameters:
  ///   - embed: Embeds the child's action in this store's.
  ///   - find: Finds the child's state. The closure may outlive this store and must retain only its
  ///     part; a closure that reads the part itself takes no second context.
  ///   - isReplaced: Returns true if another child has replaced it; its actions are then dropped.
  @usableFromInline
  func child<ChildState, ChildAction>(
    key: ScopeKey, site: CallSite, embed: @autoclosure () -> (ChildAction) -> Action,
    find: @autoclosure () -> () -> ChildState?, isReplaced: ((State) -> Bool)? = nil
  ) -> Store<ChildState, ChildAction> {
    if let known: Store<ChildState, ChildAction> = known(key) { return known }
    var send = sending(embed())
    if let isReplaced { send = dropping(isReplaced, scopedAt: site, else: send) }
    let child = StorePart(
      of: childPlace, in: runtime, key: key, site: site, source: .found(find()), send: send)
    let store = add(child)
    // The child may be removed before the store is read.
    _ = child.copy()
    return store
  }

  private func known<ChildState, ChildAction>(_ key: ScopeKey) -> Store<ChildState, ChildAction>? {
    children[key]?.store as? Store<ChildState, ChildAction>
  }

  private func add<ChildState, ChildAction>(
    _ child: StorePart<ChildState, ChildAction>
  ) -> Store<ChildState, ChildAction> {
    let store = Store<ChildState, ChildAction>(child: child, of: self, in: runtime)
    // The store removes itself when it is deinitialized.
    children[child.key] = ChildReference(store: store)
    return store
  }

  /// Returns the closure that takes a child's actions to the root: it embeds them in this store's
  /// actions, and calls the core or this store's own closure.
  private func sending<ChildAction>(
    _ embed: @escaping (ChildAction) -> Action
  ) -> (ChildAction) -> EffectGroup? {
    { [send = part.send] in send(embed($0)) }
  }

  /// Returns the closure that forwards the actions of a child, and drops them while another child
  /// has replaced it.
  ///
  /// While there is no child, the reducer reports them.
  private func dropping<ChildAction>(
    _ isReplaced: @escaping (State) -> Bool, scopedAt site: CallSite,
    else send: @escaping (ChildAction) -> EffectGroup?
  ) -> (ChildAction) -> EffectGroup? {
    let isReplacedNow = part.reader(isReplaced)
    return { [unowned runtime] action in
      // While a reducer has access to the state, the action is queued, and goes to the child that
      // is presented afterwards.
      if runtime.flags.isReducing || !runtime.observations.inspecting(isReplacedNow) {
        return send(action)
      }
      runtime.dropActionOfDismissedChild(action, scopedAt: site)
      return nil
    }
  }
}

extension StoreRuntime {
  /// Reports an action for the store of a dismissed child while another one is presented.
  fileprivate final func dropActionOfDismissedChild<Action>(
    _ action: Action, scopedAt site: CallSite
  ) {
    reportMisuse(
      """
      An action was sent to a child that was dismissed: '\(actionName(action))'.

      The store made by 'scope' at \(site) outlived its child, and another child is presented now. \
      The action was not meant for that one, so it was dropped. Ask the parent for the child's \
      store again: 'scope' returns the store of what is presented.
      """, at: site)
    dropLateSend(of: nil, from: .host, label: ActionLabel.of(action))
  }
}
