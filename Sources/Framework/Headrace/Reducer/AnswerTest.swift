/// Creates a predicate that recognises the answer that ends a question.
///
/// It inspects the state in place, without a copy.
///
/// - Returns: `nil` for a state that no action ends, the usual case.
@usableFromInline
func makeAnswerTest<State, Action>() -> ((inout State, Action) -> Bool)? {
  if State.self is any EphemeralState.Type { return { _, _ in true } }
  if let destination = State.self as? any CaseReducerState.Type {
    return destination.hasEphemeralCases ? makeAnswerTest(of: destination) : nil
  }
  guard State.self is any CasePathable.Type else { return nil }
  return { isAnswer($1, to: $0) }
}

private func makeAnswerTest<State, Action, Destination: CaseReducerState>(
  of destination: Destination.Type
) -> ((inout State, Action) -> Bool)? {
  guard Destination.StateReducer.Action.self == Action.self else { return nil }
  return { state, action in
    guard let action = action as? Destination.StateReducer.Action else { return false }
    return inPlace(&state, as: destination) { $0.isEnded(by: action) }
  }
}

/// Returns true if a state is a question in a case of a hand-written enum, and an action answers
/// it.
///
/// The action is in the case of the same name, or is the answer itself. The question is found by
/// reflection, because such an enum does not describe its cases.
func isAnswer<State, Action>(_ action: Action, to state: State) -> Bool {
  guard let asked = Mirror(reflecting: state).children.first,
    let question = asked.value as? any EphemeralState
  else { return false }
  let answers = answerType(of: question)
  if answers == Action.self { return true }
  guard let answer = Mirror(reflecting: action).children.first, answer.label == asked.label
  else { return false }
  return type(of: answer.value) == answers
}

private func answerType<Question: EphemeralState>(of question: Question) -> Any.Type {
  Question.Action.self
}
