import Headrace
import HeadraceTesting
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The failures of a test, their lines, and their number.
@Suite struct AuthorsLineTests {
  @Test func anActionForADismissedChildIsReportedWhereTheTestSendsIt() async {
    var line: Int = 0
    let failures = await failures {
      let store = TestStore(initialState: Shelf.State()) { Shelf() }
      line = #line + 1
      await store.send(.rows(.element(id: 7, action: .view(.tapped))))
    }
    #expect(failures.map(\.line) == [line])
    let text = failures.first?.text ?? ""
    #expect(
      text.hasPrefix(
        "An action was sent to a child that is gone: '.view.tapped' for 'Row[7]'.\n"), "\(text)")
  }

  @Test func anEffectThatSendsToADismissedChildIsReportedAtTheOperator() async {
    let failures = await failures {
      let store = TestStore(initialState: Shelf.State()) { Shelf() }
      await store.send(.forwarded(7))
      await store.receive(\.rows)
    }
    #expect(failures.count == 1)
    #expect(failures.first?.line == Shelf.operatorLine)
  }

  @Test func aClockWithoutOverrideIsReportedOnceWhereItIsRead() async {
    let failures = await failures {
      let store = TestStore(initialState: 0) { Sleeper() }
      await store.send(())
      await store.finish(timeout: .seconds(1))
    }
    #expect(failures.map(\.line) == [Sleeper.clockLine])
    #expect(
      failures.first?.text.hasPrefix("Unimplemented: @Dependency(\\.continuousClock).now") == true)
  }

  @Test func anEndpointWithoutImplementationIsReportedOnceWhereTheEffectIs() async {
    let line = #line + 4
    let failures = await failures {
      let store = TestStore(initialState: 0) {
        Reduce<Int, Void> { _, _ in
          .run { _ in
            @Dependency(\.parrot) var parrot
            _ = try await parrot.speak()
          }
        }
      }
      await store.send(())
      await store.finish()
    }
    #expect(failures.map(\.line) == [line])
    #expect(
      failures.first?.text.hasPrefix("'Parrot.speak' was called, but has no implementation.")
        == true)
  }

  @Test func anEndpointThatAReducerCallsIsReportedWhereTheTestSends() async {
    var line = 0
    let failures = await failures {
      let store = TestStore(initialState: 0) {
        Reduce<Int, Void> { state, _ in
          @Dependency(\.parrot) var parrot
          state = parrot.age()
          return .none
        }
      }
      line = #line + 1
      await store.send(()) { $0 = 7 }
    }
    #expect(failures.map(\.line) == [line])
    #expect(
      failures.first?.text.hasPrefix("'Parrot.age' was called, but has no implementation.")
        == true)
  }

  @Test func finishingAnActionThatSleepsOnATestClockFailsImmediately() async {
    let clock = TestClock()
    let begin = ContinuousClock.now
    let failures = await failures {
      let store = TestStore(initialState: 0) {
        Sleeper()
      } withDependencies: {
        $0.continuousClock = clock
      }
      store.timeout = .seconds(600)
      let task = await store.send(())
      await task.finish()
      await task.cancel()
    }
    #expect(ContinuousClock.now - begin < .seconds(300))
    #expect(
      failures.map(\.text) == [
        """
        What the action started has not finished: it sleeps on a test clock.

          • HeadraceTestingTests/AuthorsLineTests.swift:\(Sleeper.effectLine) (sleeps on a test clock)

        Advance the clock to where it wakes, with 'await clock.advance(by: …)', or cancel it with \
        'await task.cancel()'.
        """
      ])
  }

  @Test func aTestThatWaitsInRealTimeIsReported() async {
    let failures = await failures {
      let store = TestStore(initialState: 0) {
        Reduce<Int, Void> { _, _ in
          .run { _ in try await ContinuousClock().sleep(for: .milliseconds(250)) }
        }
      }
      await store.send(())
      await store.finish()
      await store.send(())
      await store.finish()
    }
    let text = failures.first?.text ?? ""
    // A machine on which 250 ms become a second reports that the effect has not finished, too.
    guard !failures.contains(where: { $0.text.contains("has not finished") }) else { return }
    #expect(failures.count == 1)
    #expect(text.contains("ms of real time for an effect."), "\(text)")
    #expect(text.contains("let it sleep on '@Dependency(\\.continuousClock)'"), "\(text)")
  }

  @Test func aTestThatMeansToWaitIsNotTold() async {
    let failures = await failures {
      let store = TestStore(initialState: 0) {
        Reduce<Int, Void> { _, _ in
          .run { _ in try await ContinuousClock().sleep(for: .milliseconds(250)) }
        }
      }
      await store.send(())
      await store.finish(timeout: .seconds(120))
    }
    #expect(failures.isEmpty)
  }

  @Test func anActionThatWasMissedCanStillBeReceived() async {
    let failures = await failures {
      let store = TestStore(initialState: Echo.State()) { Echo() }
      await store.send(.call("a"))
      await store.send(.call("b"))
      await store.receive(\.echo) { $0.heard = ["a"] }
      await store.receive(\.echo) { $0.heard = ["a", "b"] }
    }
    #expect(failures.count == 1)
    #expect(
      failures.first?.text.hasPrefix(
        "1 action that effects sent was not received before the next action was sent.") == true)
  }

  @Test func aCaseThatWasExpectedIsNamed() async {
    let failures = await failures {
      let store = TestStore(initialState: Echo.State()) { Echo() }
      await store.send(.call("a"))
      await store.receive(\.call)
    }
    #expect(
      failures.first?.text.hasPrefix(
        "Expected to receive \\.call, but received another action.") == true)
  }

  @Test func anOverrideForOneEffectIsHonoured() async {
    let store = TestStore(initialState: "") {
      Reduce<String, String> { state, action in
        guard action.isEmpty else {
          state = action
          return .none
        }
        return withDependencies {
          $0.parrot = Parrot(speak: { "inner" }, age: { 1 })
        } operation: {
          .run { send in
            @Dependency(\.parrot) var parrot
            await send(try await parrot.speak())
          }
        }
      }
    } withDependencies: {
      $0.parrot = Parrot(speak: { "outer" }, age: { 1 })
    }
    await store.send("")
    await store.receive("inner") { $0 = "inner" }
  }

  @Test func overridingADependencyMakesNoDefault() async {
    let store = TestStore(initialState: 0) {
      Reduce<Int, Void> { state, _ in
        @Dependency(\.costly) var costly
        state = costly
        return .none
      }
      .dependency(\.costly, 3)
    }
    await store.send(()) { $0 = 3 }
  }

  @Test func writingAPartOfAnUnimplementedValueIsNotAUse() {
    withDependencies {
      $0[keyPath: \.date.now] = .distantPast
    } operation: {
      @Dependency(\.date.now) var now
      #expect(now == .distantPast)
    }
  }
}

@Reducer private struct Shelf {
  @Reducer struct Row {
    struct State: Equatable, Identifiable { let id: Int }
    @CasePathable enum Action {
      case view(View)
      enum View { case tapped }
    }
    var body: some ReducerOf<Self> { EmptyReducer() }
  }
  struct State: Equatable { var rows: IdentifiedArrayOf<Row.State> = [] }
  enum Action { case rows(IdentifiedActionOf<Row>), forwarded(Int) }
  static let operatorLine = #line + 8
  var body: some ReducerOf<Self> {
    Reduce { _, action in
      switch action {
      case .rows: .none
      case .forwarded(let id): .send(.rows(.element(id: id, action: .view(.tapped))))
      }
    }
    .forEach(\.rows, action: \.rows) { Row() }
  }
}

private struct Sleeper: Reducer {
  static let clockLine = #line + 1
  @Dependency(\.continuousClock) var clock
  static let effectLine = #line + 2
  func reduce(into state: inout Int, action: Void) -> Effect<Void> {
    .run { [clock] _ in try await clock.sleep(for: .milliseconds(1)) }
  }
}

@Reducer private struct Echo {
  struct State: Equatable { var heard: [String] = [] }
  enum Action: Equatable { case call(String), echo(String) }
  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .call(let text): return .send(.echo(text))
      case .echo(let text):
        state.heard.append(text)
        return .none
      }
    }
  }
}

@DependencyClient private struct Parrot: Sendable {
  var speak: @Sendable () async throws -> String
  var age: @Sendable () -> Int = { 7 }
}

extension Parrot: TestDependencyKey { fileprivate static var testValue: Parrot { Parrot() } }

extension DependencyValues {
  fileprivate var parrot: Parrot {
    get { self[Parrot.self] }
    set { self[Parrot.self] = newValue }
  }
  fileprivate var costly: Int {
    get { self[CostlyKey.self] }
    set { self[CostlyKey.self] = newValue }
  }
}

private enum CostlyKey: TestDependencyKey {
  static var testValue: Int {
    Issue.record("the default was made")
    return 0
  }
}
