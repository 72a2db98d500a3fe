public import Headrace

extension Reducer {
  /// Passes links to a child coordinator, which opens them on its stack.
  ///
  /// ```swift
  /// var body: some ReducerOf<Self> {
  ///   flow.deepLinks(
  ///     state: \.links, action: \.links, refusal: shopLinks.refusal(of:)
  ///   ) { state, _ in
  ///     state.isLoggedIn ? .open : .wait
  ///   } to: { state, link in
  ///     let open = ShopFlow.Action.links(.open(link.url, mode: link.mode))
  ///     return .router(.routeAction(id: state.routes[0].id, action: .shop(open)))
  ///   }
  /// }
  /// ```
  ///
  /// The host sends `.links(.open(url))`. While the gate returns `.wait`, the link waits in the
  /// state, as with the operator for the coordinator's own stack. Then the action is sent, and this
  /// coordinator receives `.opened`: the link was passed on. The coordinator below receives the
  /// outcome.
  ///
  /// - Parameters:
  ///   - toLinks: The property that contains the state of links.
  ///   - toLinkAction: The case that contains the actions of links.
  ///   - waitMax: The maximum time that a link waits, on `\.continuousClock`; `nil` for no limit.
  ///   - refusal: Returns the reason why a URL can't be opened; such a link is dropped without
  ///     waiting or being passed on: ``DeepLinkParser/refusal(of:)`` or ``TabLinks/refusal(of:)``
  ///     of the coordinator below. By default, no URL is refused here.
  ///   - gate: Decides whether a link is passed on in a given state. It can inspect the link, and
  ///     refuse one that the coordinator can't open.
  ///   - handOver: Returns the action that opens a link below. It can change the state first, for
  ///     example to select a tab.
  public func deepLinks(
    state toLinks: WritableKeyPath<State, DeepLinkState>,
    action toLinkAction: CaseKeyPath<Action, DeepLinkAction>,
    waitMax: Duration? = nil,
    refusal: @escaping (_ url: String) -> DeepLinkError? = { _ in nil },
    gate: @escaping (_ state: State, _ link: DeepLink) -> DeepLinkGate = { _, _ in .open },
    to handOver: @escaping (_ state: inout State, _ link: DeepLink) -> Action
  ) -> DeepLinkHandover<Self> {
    DeepLinkHandover(
      base: self,
      intake: LinkIntake(
        toLinks: toLinks, linkAction: AnyCasePath(toLinkAction), waitMax: waitMax,
        refusal: refusal, gate: gate),
      handOver: handOver)
  }

  /// Passes links to the tabs that they belong to.
  ///
  /// ```swift
  /// .forEachTab(\.tabs, action: \.tabs) { ShopTabScreen.body }
  /// .deepLinks(shopTabLinks, state: \.links, action: \.links, tabs: \.tabs, tab: \.tabs)
  /// ```
  ///
  /// The link's tab is selected, its screen is created if necessary, and its coordinator receives
  /// the link with the mode. That coordinator's guards decide about it. The other tabs keep their
  /// stacks.
  ///
  /// - Parameters:
  ///   - links: The links of the tabs.
  ///   - toLinks: The property that contains the state of links.
  ///   - toLinkAction: The case that contains the actions of links.
  ///   - toTabs: The property that contains the tabs.
  ///   - toTabAction: The case that contains the actions of the tabs.
  ///   - waitMax: The maximum time that a link waits, on `\.continuousClock`; `nil` for no limit.
  ///   - gate: Decides whether links are passed on in a given state. It is called only while there
  ///     is a link.
  public func deepLinks<Tab: FlowTab>(
    _ links: TabLinks<Tab>,
    state toLinks: WritableKeyPath<State, DeepLinkState>,
    action toLinkAction: CaseKeyPath<Action, DeepLinkAction>,
    tabs toTabs: WritableKeyPath<State, Tabs<Tab>>,
    tab toTabAction: CaseKeyPath<Action, TabAction<Tab>>,
    waitMax: Duration? = nil,
    gate: @escaping (_ state: State) -> DeepLinkGate = { _ in .open }
  ) -> DeepLinkHandover<Self> {
    let tabAction = AnyCasePath(toTabAction)
    return deepLinks(
      state: toLinks, action: toLinkAction, waitMax: waitMax, refusal: links.refusal(of:),
      gate: { state, _ in gate(state) }
    ) { state, link in
      guard let place = links.place(of: link.url) else {
        preconditionFailure("What no tab reads was refused before.")
      }
      state[keyPath: toTabs].select(place.tab)
      return tabAction.embed(.tabAction(id: place.tab, action: place.open(link)))
    }
  }
}

/// A coordinator that passes its links to a child; created by `deepLinks`.
public struct DeepLinkHandover<Base: Reducer>: WrapperReducer {
  /// The coordinator's state.
  public typealias State = Base.State

  /// The coordinator's action.
  public typealias Action = Base.Action

  /// The coordinator, with its screens or tabs.
  public let base: Base

  let intake: LinkIntake<Base>
  let handOver: (inout State, DeepLink) -> Action

  /// Runs the coordinator, then handles links.
  public func reduce(
    into state: inout State, action: Action, base: CompiledReducer<State, Action>
  ) -> Effect<Action> {
    let hadWaiting = state[keyPath: intake.toLinks].waiting != nil
    let effect = base.reduce(into: &state, action: action)
    return effect.merge(
      with: intake.reduce(into: &state, action: action, hadWaiting: hadWaiting) { link, state in
        if let error = intake.refusal(link.url) {
          return intake.tell(.dropped(link, .unreadable(error)))
        }
        return .merge(.send(handOver(&state, link)), intake.tell(.opened(link)))
      })
  }
}
