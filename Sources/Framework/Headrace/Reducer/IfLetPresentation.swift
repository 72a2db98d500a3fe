extension Reducer {
  /// Runs a child reducer while it is presented.
  ///
  /// The child runs first, then this reducer. The action `.dismiss` removes the child's state after
  /// this reducer has seen the action; setting the property to `nil` does the same. Either way, and
  /// when another child replaces it, all effects of the child are cancelled before the next action
  /// is reduced. An assignment presents a new child, unless the state has the id of the presented
  /// child or, if it has no id, is a copy of it. Changing the child in place does not present a new
  /// one.
  ///
  /// In the child, `@Dependency(\.dismiss)` sends `.dismiss`. A child that asks one question, such
  /// as an alert, is also removed after its first action: see ``EphemeralState``.
  ///
  /// - Parameters:
  ///   - toPresentationState: The `@Presents` property, such as `\.$detail`.
  ///   - toPresentationAction: The case that contains the presentation's actions.
  ///   - destination: The child.
  @inlinable
  public func ifLet<ChildState, ChildAction, Child: Reducer<ChildState, ChildAction>>(
    _ toPresentationState: WritableKeyPath<State, PresentationState<ChildState>>,
    action toPresentationAction: CaseKeyPath<Action, PresentationAction<ChildAction>>,
    @ReducerBuilder<ChildState, ChildAction> destination: () -> Child,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> ChildOperator<Self, Child, Void> {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return ChildOperator(self, destination(), "ifLet", at: site) { number, context in
      ChildAccess(
        presentation: StateAccess(toPresentationState, in: context),
        action: AnyCasePath(toPresentationAction), at: number, site: site)
    }
  }

  /// Presents a question that needs no reducer, such as an alert.
  ///
  /// This reducer sees the answer. The question is removed afterwards; another one that this
  /// reducer presents instead is kept.
  ///
  /// - Parameters:
  ///   - toPresentationState: The `@Presents` property, such as `\.$alert`.
  ///   - toPresentationAction: The case that contains the presentation's actions.
  @inlinable
  public func ifLet<ChildState: EphemeralState>(
    _ toPresentationState: WritableKeyPath<State, PresentationState<ChildState>>,
    action toPresentationAction: CaseKeyPath<Action, PresentationAction<ChildState.Action>>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> ChildOperator<Self, EmptyReducer<ChildState, ChildState.Action>, Void> {
    ifLet(
      toPresentationState, action: toPresentationAction, destination: { EmptyReducer() },
      fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Runs an enum of reducers while one of its features is presented.
  ///
  /// - Parameters:
  ///   - toPresentationState: The `@Presents` property, such as `\.$destination`.
  ///   - toPresentationAction: The case that contains the presentation's actions.
  @inlinable
  public func ifLet<ChildState: CaseReducerState>(
    _ toPresentationState: WritableKeyPath<State, PresentationState<ChildState>>,
    action toPresentationAction: CaseKeyPath<
      Action, PresentationAction<ChildState.StateReducer.Action>
    >,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> ChildOperator<Self, ChildState.StateReducer.Body, Void> {
    ifLet(
      toPresentationState, action: toPresentationAction,
      destination: { ChildState.StateReducer.body }, fileID: fileID, filePath: filePath,
      line: line, column: column)
  }
}

extension ChildAccess where ID == Void {
  /// Creates the access to a presented child.
  @inlinable
  init(
    presentation: StateAccess<State, PresentationState<Child.State>>,
    action: AnyCasePath<Action, PresentationAction<Child.Action>>, at number: Int, site: CallSite
  ) {
    request = { parentAction, _ in
      switch action.extract(parentAction) {
      case .presented(let childAction): .run((), childAction)
      case .dismiss: .leave(())
      case nil: nil
      }
    }
    modify = { _, state, body in presentation.modify(&state) { $0.value.modifyWrapped(body) } }
    look = { _, state, body in presentation.look(at: &state) { $0.value.modifyWrapped(body) } }
    place = { _, state in
      presentation.look(at: &state) { presentation in
        presentation.identity.map { .presented(node: number, identity: $0) }
      }
    }
    remove = { _, state in presentation.modifyByProperty(&state) { $0.wrappedValue = nil } }
    embed = { _, childAction in action.embed(.presented(childAction)) }
    leave = { _ in action.embed(.dismiss) }
    reportAbsence = { _ in Self.reportDismissalOfNothing(at: site) }
    endsByAnswer = makeAnswerTest()
  }

  @usableFromInline
  static func reportDismissalOfNothing(at site: CallSite) {
    let feature = featureName(of: Child.self)
    reportMisuse(
      """
      Tried to dismiss a child, but nothing is presented: '.dismiss' for '\(feature)'.

      The 'ifLet' at \(site) received it while there was no such child, so it changed nothing. It \
      was dismissed before, or never presented. Send '.dismiss' once, and only while the child is \
      there.
      """, at: site)
  }
}
