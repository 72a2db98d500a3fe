extension Reducer {
  /// Asks a question that needs no reducer, such as an alert, in a plain optional.
  ///
  /// This reducer sees the answer. The question is gone afterwards, unless this reducer has asked
  /// another one. `@Presents` also lets a host dismiss the question.
  ///
  /// - Parameters:
  ///   - toQuestion: The optional property that holds the question.
  ///   - toAnswer: The case that holds the answers.
  @inlinable
  public func ifLet<Question: EphemeralState>(
    _ toQuestion: WritableKeyPath<State, Question?>,
    action toAnswer: CaseKeyPath<Action, Question.Action>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> IfLetQuestion<Self, Question> {
    IfLetQuestion(
      base: self, toQuestion: toQuestion, toAnswer: toAnswer,
      site: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}

/// A reducer with a question in a plain optional; made by `ifLet`.
public struct IfLetQuestion<Base: Reducer, Question: EphemeralState>: OperatorReducer {
  /// The state of the base.
  public typealias State = Base.State

  /// The action of the base.
  public typealias Action = Base.Action

  @usableFromInline let base: Base
  @usableFromInline let toQuestion: WritableKeyPath<Base.State, Question?>
  @usableFromInline let toAnswer: CaseKeyPath<Base.Action, Question.Action>
  @usableFromInline let site: CallSite

  @usableFromInline
  init(
    base: Base, toQuestion: WritableKeyPath<Base.State, Question?>,
    toAnswer: CaseKeyPath<Base.Action, Question.Action>, site: CallSite
  ) {
    self.base = base
    self.toQuestion = toQuestion
    self.toAnswer = toAnswer
    self.site = site
  }

  /// Makes the node of the base.
  @inlinable
  public func _makeNode(in context: _NodeContext) -> _IfLetQuestionNode<Base._Node, Question> {
    _IfLetQuestionNode(
      base: base._makeNode(in: context), question: StateAccess(toQuestion, in: context),
      answer: AnyCasePath(toAnswer), site: site)
  }
}

/// The node of ``IfLetQuestion``.
public final class _IfLetQuestionNode<Base: _ReducerNode, Question: EphemeralState>: _ReducerNode {
  @usableFromInline let base: Base
  @usableFromInline let question: StateAccess<Base.State, Question?>
  @usableFromInline let answer: AnyCasePath<Base.Action, Question.Action>
  @usableFromInline let identity = ChildIdentity<Question>()
  @usableFromInline let site: CallSite

  @usableFromInline
  init(
    base: Base, question: StateAccess<Base.State, Question?>,
    answer: AnyCasePath<Base.Action, Question.Action>, site: CallSite
  ) {
    self.base = base
    self.question = question
    self.answer = answer
    self.site = site
  }

  /// Runs the base; then removes the question if the action answers it.
  @inlinable
  public func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    guard let answer = answer.extract(action) else {
      return base.reduce(into: &state, action: action)
    }
    return reduce(answer, into: &state, action: action)
  }

  @usableFromInline
  func reduce(
    _ answer: Question.Action, into state: inout Base.State, action: Base.Action
  ) -> Effect<Base.Action> {
    guard let asked = currentQuestion(in: &state) else {
      reportActionForAbsentChild(
        answer, of: EmptyReducer<Question, Question.Action>.self, operator: "ifLet", at: site)
      return base.reduce(into: &state, action: action)
    }
    let effect = base.reduce(into: &state, action: action)
    if currentQuestion(in: &state) == asked { question.modifyByProperty(&state) { $0 = nil } }
    return effect
  }

  /// The identity of the question, if there is one.
  private func currentQuestion(in state: inout Base.State) -> AnyHashable?? {
    question.modifyStored(&state) { question in
      question.modifyWrapped { identity(of: &$0) }
    }
  }

  /// Passes the call on to the base.
  @inlinable
  public func _findLostScopes(in scope: _EffectScope, state: inout Base.State) {
    base._findLostScopes(in: scope, state: &state)
  }
}
