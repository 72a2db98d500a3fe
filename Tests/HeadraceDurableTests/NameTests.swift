import Headrace
import HeadraceDurable
import Testing

/// A feature that needs its name.
private struct Named: Reducer {
  struct State: Codable, Equatable, Sendable { var name = "" }
  enum Action: Codable, Equatable, Sendable { case asked }

  @Dependency(\.entityID) var entityID

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    state.name = entityID.map { "\($0)" } ?? "none"
    return .none
  }
}

@Suite struct NameTests {
  @Test func anEntityThatIsOnlyReadKnowsItsName() async throws {
    let journal = try DurableJournal.memory()
    let writer = try await DurableRuntime(journal: journal) {
      DurableFeature("named", initialState: Named.State.init) { Named() }
    }
    try await writer.send(Named.Action.asked, to: "named/7")
    await writer.crash()
    let reader = try await DurableRuntime(journal: journal) {
      DurableFeature("named", initialState: Named.State.init) { Named() }
    }
    #expect(try await reader.state(of: "named/7") == Named.State(name: "named/7"))
    await reader.stop()
  }
}
