import Headrace
import Testing

// '#if' in every position of an enum. The test is that they compile without a warning.

@Reducer private enum ConditionalLast {
  case first(Leaf)
  #if HEADRACE_IS_NOT_SET
    case last(Leaf)
  #endif
}

@Reducer private enum ConditionalFirst {
  #if !HEADRACE_IS_NOT_SET
    case first(Leaf)
  #endif
  case last(Leaf)
}

@Reducer private enum ConditionalOnly {
  #if HEADRACE_IS_NOT_SET
    case first(Leaf)
    @ReducerCaseIgnored case other(Int)
  #elseif !HEADRACE_IS_NOT_SET
    case second(Leaf)
  #else
    case third(Leaf)
  #endif
}

@Reducer private enum ConditionalQuestion {
  case alert(AlertState<Never>)
  case question(AlertState<Int>)
  #if HEADRACE_IS_NOT_SET
    case other(AlertState<Int>)
  #endif
}

@Reducer private enum ConditionalAround {
  #if !HEADRACE_IS_NOT_SET
    case question(AlertState<Int>)
    #if HEADRACE_IS_NOT_SET
      case inner(Leaf)
    #endif
  #endif
}

@ObservableState private enum ConditionalState {
  case first(Leaf.State)
  #if HEADRACE_IS_NOT_SET
    case second(Leaf.State)
  #endif
}

@Suite struct ConditionalCaseTests {
  @MainActor
  @Test func conditionalCasesRun() {
    let first = Store(initialState: .first(Leaf.State())) { ConditionalLast.body }
    first.send(.first(.tick))
    #expect(first.withState(\.first)?.ticks == 1)
    let second = Store(initialState: .second(Leaf.State())) { ConditionalOnly.body }
    second.send(.second(.tick))
    #expect(second.withState(\.second)?.ticks == 1)
    let third = Store(initialState: .first(Leaf.State())) { ConditionalFirst.body }
    third.send(.first(.tick))
    #expect(third.withState(\.first)?.ticks == 1)
    let question = AlertState<Int> { TextState("Sure?") }
    #expect(ConditionalQuestion.State.question(question).isEnded(by: .question(1)))
    #expect(ConditionalAround.State.question(question).isEnded(by: .question(1)))
  }

  @Test func aConditionalCaseIsCompared() {
    let state = Leaf.State()
    let (one, other) = (ConditionalState.first(state), ConditionalState.first(state))
    #expect(one._$id == other._$id)
    #expect(one._$id != ConditionalState.first(Leaf.State())._$id)
  }
}
