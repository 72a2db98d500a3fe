import Headrace
import Testing

/// A body with an `if` that has no `else`. It once did not compile: where the condition is false,
/// nothing named the type of the reducer.
@MainActor
@Suite struct ConditionalBodyTests {
  private struct Steps: Reducer {
    let isLoud: Bool
    let name: String?
    let base: any Reducer<[String], Bool>

    var body: some Reducer<[String], Bool> {
      if isLoud {
        Reduce { state, _ in
          state.append("loud")
          return .none
        }
        EmptyReducer()
      }
      Step(name: "always")
      if let name { Step(name: name) }
      CombineReducers {
        if case "b"? = name { Step(name: "inner") }
      }
      if !isLoud, #available(macOS 26, *) { base }
    }
  }

  private struct Step: Reducer {
    let name: String

    func reduce(into state: inout [String], action: Bool) -> Effect<Bool> {
      state.append(name)
      return action ? .send(false) : .none
    }
  }

  @Test(
    arguments: [
      (true, "a", ["loud", "always", "a"]), (true, nil, ["loud", "always"]),
      (false, "b", ["always", "b", "inner", "base"]), (false, nil, ["always", "base"]),
    ] as [(Bool, String?, [String])])
  func onlyWhatTheConditionsAllowRuns(isLoud: Bool, name: String?, steps: [String]) {
    let store = Store(initialState: [String]()) {
      Steps(isLoud: isLoud, name: name, base: Step(name: "base"))
    }
    store.send(false)
    #expect(store.withState { $0 } == steps)
  }

  private struct OptionalSteps: Reducer {
    let first: Step?
    let second: Step?

    var body: some Reducer<[String], Bool> {
      first
      Step(name: "always")
      second
    }
  }

  @Test(arguments: [(true, ["first", "always", "second"]), (false, ["always"])])
  func anOptionalReducerRunsIfItIsThere(isThere: Bool, steps: [String]) {
    let store = Store(initialState: [String]()) {
      OptionalSteps(
        first: isThere ? Step(name: "first") : nil, second: isThere ? Step(name: "second") : nil)
    }
    store.send(true)
    #expect(store.withState { $0 } == steps + (isThere ? steps + steps : []) + steps)
  }

  @Test func effectsOfAConditionalReducerRun() {
    let store = Store(initialState: [String]()) {
      Steps(isLoud: true, name: nil, base: EmptyReducer<[String], Bool>())
    }
    store.send(true)
    #expect(store.withState { $0 } == ["loud", "always", "loud", "always"])
  }
}
