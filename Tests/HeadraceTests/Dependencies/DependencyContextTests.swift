import Headrace
import Testing

@Suite struct DependencyContextTests {
  private func context(_ environment: [String: String], isTesting: Bool) -> DependencyContext {
    .detected(environment: { environment[$0] }, isTesting: isTesting)
  }

  @Test func aTestRunnerMeansATestAndNothingElseALiveProgram() {
    #expect(context([:], isTesting: true) == .test)
    #expect(context([:], isTesting: false) == .live)
  }

  @Test func aPreviewIsNotATest() {
    let environment = ["XCODE_RUNNING_FOR_PREVIEWS": "1"]
    #expect(context(environment, isTesting: true) == .preview)
    #expect(context(environment, isTesting: false) == .preview)
    #expect(context(["XCODE_RUNNING_FOR_PREVIEWS": "0"], isTesting: false) == .live)
  }

  @Test(arguments: [DependencyContext.live, .preview, .test])
  func theEnvironmentDecidesBeforeTheTestRunner(_ decided: DependencyContext) {
    let environment = [
      "SWIFT_DEPENDENCIES_CONTEXT": decided.rawValue, "XCODE_RUNNING_FOR_PREVIEWS": "1",
    ]
    #expect(context(environment, isTesting: true) == decided)
    #expect(context(environment, isTesting: false) == decided)
  }

  @Test func anUnknownContextDecidesNothing() {
    let environment = ["SWIFT_DEPENDENCIES_CONTEXT": "staging"]
    #expect(context(environment, isTesting: true) == .test)
    #expect(context(environment, isTesting: false) == .live)
  }

  @MainActor
  @Test func anEffectFindsTheContextOfItsStore() async {
    let store = Store(initialState: "") {
      Reduce<String, String?> { state, action in
        if let action { state = action }
        return action != nil ? .none : .run { send in await send(currentGreeting()) }
      }
    } withDependencies: {
      $0.context = .preview
    }
    await store.send(nil).finish()
    #expect(store.withState { $0 } == "preview")
  }
}
