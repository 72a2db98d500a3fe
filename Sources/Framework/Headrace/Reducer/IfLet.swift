extension Reducer {
  /// Runs a child reducer while an optional part of the state is not `nil`.
  ///
  /// The child runs first, then this reducer, so that a parent can still remove the child's state
  /// after its action. When the state becomes `nil`, all effects of the child are cancelled before
  /// the next action is reduced.
  ///
  /// If the child's state is `Identifiable`, a new id means a new child, and the old one's effects
  /// end. If it is not, but has `@ObservableState`, a newly created state means a new child; a copy
  /// that is changed and put back does not. If neither applies, a child that is removed and put
  /// back within one action counts as the same child, except in a `@Presents` property.
  ///
  /// A child that asks one question, such as an alert, is removed after its answer, unless this
  /// reducer has replaced it by another question: see ``EphemeralState``.
  ///
  /// - Parameters:
  ///   - toWrappedState: The optional property that contains the child's state.
  ///   - toWrappedAction: The case that contains the child's actions.
  ///   - wrapped: The child.
  @inlinable
  public func ifLet<WrappedState, WrappedAction, Wrapped: Reducer<WrappedState, WrappedAction>>(
    _ toWrappedState: WritableKeyPath<State, WrappedState?>,
    action toWrappedAction: CaseKeyPath<Action, WrappedAction>,
    @ReducerBuilder<WrappedState, WrappedAction> then wrapped: () -> Wrapped,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> ChildOperator<Self, Wrapped, Void> {
    ChildOperator(
      self, wrapped(), "ifLet",
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    ) { number, context in
      ChildAccess(
        optional: StateAccess(toWrappedState, in: context), action: AnyCasePath(toWrappedAction),
        at: number)
    }
  }

  /// Handles a question that needs no reducer, such as an alert, in a plain optional.
  ///
  /// This reducer sees the answer. The question is removed afterwards, unless this reducer has
  /// replaced it by another one. `@Presents` also lets a host dismiss the question.
  ///
  /// - Parameters:
  ///   - toQuestion: The optional property that contains the question.
  ///   - toAnswer: The case that contains the answers.
  @inlinable
  public func ifLet<Question: EphemeralState>(
    _ toQuestion: WritableKeyPath<State, Question?>,
    action toAnswer: CaseKeyPath<Action, Question.Action>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> ChildOperator<Self, EmptyReducer<Question, Question.Action>, Void> {
    ifLet(
      toQuestion, action: toAnswer, then: { EmptyReducer() }, fileID: fileID, filePath: filePath,
      line: line, column: column)
  }
}

extension ChildAccess where ID == Void {
  /// Creates the access to a child in an optional property.
  @inlinable
  init(
    optional property: StateAccess<State, Child.State?>, action: AnyCasePath<Action, Child.Action>,
    at number: Int
  ) {
    // A computed property may create its state at each read. Its child counts as the same one for
    // as long as the property has a value.
    var isMadeAnew = false
    request = { parentAction, _ in action.extract(parentAction).map { .run((), $0) } }
    modify = { _, state, body in property.modify(&state) { $0.modifyWrapped(body) } }
    look = { _, state, body in property.look(at: &state) { $0.modifyWrapped(body) } }
    place = { _, state in
      let look = { (state: inout State) in
        property.look(at: &state) { child in child.modifyWrapped { ChildIdentity.of(&$0) } }
      }
      guard let identity = look(&state) else { return nil }
      if identity != nil, property.isComputed, !isMadeAnew {
        isMadeAnew = look(&state) != identity
      }
      return .optional(node: number, identity: isMadeAnew ? nil : identity)
    }
    remove = { _, state in property.modifyByProperty(&state) { $0 = nil } }
    embed = { _, childAction in action.embed(childAction) }
    endsByAnswer = makeAnswerTest()
  }
}
