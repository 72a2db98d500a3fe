public import Headrace

extension Reducer {
  /// Restores a coordinator's tabs.
  ///
  /// ```swift
  /// .forEachTab(\.tabs, action: \.tabs) { ShopTabScreen.body }
  /// .restoring(shopTabArchive, action: \.restoration)
  /// ```
  ///
  /// The host sends `.restoration(.restore(bytes))`. The archived tab is selected, the archived
  /// tabs are created, and the coordinator receives `.restored`, with the name of a tab that this
  /// version of the app doesn't know, or `.failed`. The coordinator of each tab receives `.restore`
  /// with its own archive before any observer sees it. Its guards decide about its stack, its
  /// screens continue as each declares, and it receives the outcome.
  ///
  /// - Parameters:
  ///   - archive: The archive of the tabs.
  ///   - toRestorationAction: The case that contains the actions of a restoration.
  public func restoring<Coordinator: Reducer, Tab: FlowTab>(
    _ archive: TabArchive<Coordinator, Tab>,
    action toRestorationAction: CaseKeyPath<Action, RestorationAction>
  ) -> TabRestoring<Self, Coordinator, Tab>
  where Coordinator.State == State, Coordinator.Action == Action {
    TabRestoring(
      base: self, archive: archive, restorationAction: AnyCasePath(toRestorationAction))
  }
}

/// A coordinator whose tabs can be restored; created by `restoring`.
public struct TabRestoring<Base: Reducer, Coordinator: Reducer, Tab: FlowTab>: WrapperReducer
where
  Coordinator.State == Base.State, Coordinator.Action == Base.Action, Tab.Screen: SendableMetatype
{
  /// The coordinator's state.
  public typealias State = Base.State

  /// The coordinator's action.
  public typealias Action = Base.Action

  /// The coordinator, with its tabs.
  public let base: Base

  let archive: TabArchive<Coordinator, Tab>
  let restorationAction: AnyCasePath<Action, RestorationAction>

  /// Runs the coordinator, then restores its tabs if the action requests it.
  public func reduce(
    into state: inout State, action: Action, base: CompiledReducer<State, Action>
  ) -> Effect<Action> {
    let effect = base.reduce(into: &state, action: action)
    guard case .restore(let bytes)? = restorationAction.extract(action) else { return effect }
    do throws(RouteArchiveError) {
      return effect.merge(with: restore(try archive.decode(bytes), in: &state, base))
    } catch {
      return effect.merge(with: .send(restorationAction.embed(.failed(error))))
    }
  }

  private func restore(
    _ restored: RestoredTabs<Tab>, in state: inout State, _ base: CompiledReducer<State, Action>
  ) -> Effect<Action> {
    if let selected = restored.selected { state[keyPath: archive.toTabs].select(selected) }
    let tabAction = AnyCasePath(archive.toTabAction)
    var effects: [Effect<Action>] = [
      .send(restorationAction.embed(.restored(replacedScreen: restored.unknownTab)))
    ]
    for (tab, bytes) in restored.tabs where state[keyPath: archive.toTabs].all.contains(tab.tab) {
      state[keyPath: archive.toTabs].make(tab.tab)
      guard !bytes.isEmpty else { continue }
      effects.append(
        base.reduce(
          into: &state,
          action: tabAction.embed(.tabAction(id: tab.tab, action: tab.restore(bytes)))))
    }
    return .merge(effects)
  }
}
