// MARK: - Scoping to a Presented Child

extension Store {
  /// The store of a child that is presented.
  ///
  /// When the child is dismissed, its store ends, even if a host keeps it: it continues to show
  /// its last state. The next presentation has another store. An action that is then sent to the
  /// old store is dropped and reported.
  ///
  /// - Parameters:
  ///   - state: The `@Presents` property, such as `\.$editor`.
  ///   - action: The case that holds the presentation's actions.
  /// - Returns: The store, the same one while it is in use; `nil` if nothing is presented.
  @inlinable
  public func scope<ChildState, ChildAction>(
    state: KeyPath<State, PresentationState<ChildState>>,
    action: CaseKeyPath<Action, PresentationAction<ChildAction>>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> Store<ChildState, ChildAction>? {
    guard let beginning = beginning(of: state) else { return nil }
    let key = ScopeKey(
      state: state, action: action, element: AnyHashable(beginning), of: ChildState.self)
    return child(
      state, since: beginning, key: key,
      site: CallSite(fileID: fileID, filePath: filePath, line: line, column: column),
      embed: AnyCasePath(action).embed)
  }

  /// The store of a child that is presented since an action.
  @usableFromInline
  func child<ChildState, ChildAction>(
    _ state: KeyPath<State, PresentationState<ChildState>>, since beginning: UInt64, key: ScopeKey,
    site: CallSite, embed: @autoclosure () -> (PresentationAction<ChildAction>) -> Action
  ) -> Store<ChildState, ChildAction> {
    if let known: Store<ChildState, ChildAction> = known(key) { return known }
    let embed = embed()
    return add(
      key: key, site: site,
      send: sending(to: state, since: beginning, scopedAt: site) { embed(.presented($0)) },
      find: {
        let presentation = $0[keyPath: state]
        return presentation.beginning == beginning ? presentation.value : nil
      })
  }

  /// Reads the beginning of a child's presentation, for a caller that may be an observer.
  @usableFromInline
  func beginning<ChildState>(of keyPath: KeyPath<State, PresentationState<ChildState>>) -> UInt64? {
    let awaitChange = { self.awaitChange(at: keyPath) { $0[keyPath: keyPath].beginning } }
    return lookingForChildren(
      { state in
        let beginning = state[keyPath: keyPath].beginning
        if beginning == nil, runtime.observations.mustAwaitChild { awaitChange() }
        return beginning
      }, awaitChange: awaitChange)
  }

  /// Makes the closure that passes a presented child's actions to the root. It drops them while
  /// something else is presented. While nothing is, the reducer reports them.
  func sending<ChildState, ChildAction>(
    to keyPath: KeyPath<State, PresentationState<ChildState>>, since beginning: UInt64,
    scopedAt site: CallSite, _ embed: @escaping (ChildAction) -> Action
  ) -> (ChildAction) -> EffectGroup? {
    let send = sending(embed)
    let presentedNow = makeReader { $0[keyPath: keyPath].beginning }
    return { [unowned runtime] action in
      // While a reducer has the state, the action waits, and goes to what is presented afterwards.
      guard !runtime.flags.isReducing, let now = runtime.observations.inspecting(presentedNow),
        now != beginning
      else { return send(action) }
      runtime.dropActionOfDismissedChild(action, scopedAt: site)
      return nil
    }
  }
}

extension StoreRuntime {
  /// Reports an action that was sent to the store of a child that was dismissed, while another is
  /// presented.
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
