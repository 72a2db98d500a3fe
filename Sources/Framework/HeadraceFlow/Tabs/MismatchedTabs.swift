public import Headrace

extension Reducer {
  /// Rejects a case without the actions of tabs.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message: """
      this case does not hold the actions of the tabs; write one that does: \
      'case tabs(TabAction<Tab>)'
      """
  )
  public func forEachTab<Tab: FlowTab, OtherPayload, Screen: Reducer>(
    _ toTabs: WritableKeyPath<State, Tabs<Tab>>,
    action toOtherPayload: CaseKeyPath<Action, OtherPayload>,
    screen: () -> Screen
  ) -> Self { self }
}
