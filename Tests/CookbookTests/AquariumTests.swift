import Headrace
import HeadraceFlow
import HeadraceTesting
import Testing

@testable import Cookbook

@Suite struct AquariumTests {
  private let answers = AsyncStream<Bool>.makeStream()
  private let clock = TestClock()

  private func makeStore(stepDelay: Duration? = nil) -> TestStoreOf<Aquarium> {
    TestStore(initialState: Aquarium.State()) {
      Aquarium()
    } withDependencies: { [clock, stream = answers.stream] in
      $0.keeper.letIn = { await stream.first { _ in true } ?? false }
      $0.routeStepDelay = stepDelay
      $0.continuousClock = clock
    }
  }

  private var visit: RouteQuestion<AquariumScreen.State> {
    RouteQuestion(
      proposed: Aquarium.State().routes + [.push(.sharkTank)], source: .coordinator)
  }

  @Test func theKeeperLetsAVisitorIn() async {
    let store = makeStore()
    await store.send(.sharkTankButtonTapped) { $0.question = visit }
    answers.continuation.yield(true)
    await store.receive(\.router.guarded.answered) {
      $0.question = nil
      $0.routes.push(.sharkTank)
    }
  }

  @Test func theKeeperSaysNo() async {
    let store = makeStore()
    await store.send(.sharkTankButtonTapped) { $0.question = visit }
    answers.continuation.yield(false)
    await store.receive(\.router.guarded.answered) { $0.question = nil }
    await store.receive(\.router.guarded.rejected) { $0.notice = "Not while we clean." }
  }

  @Test func aVisitorWhoLeavesInTheMeantimeWaitsNoMore() async {
    let store = makeStore()
    await store.send(.sharkTankButtonTapped) { $0.question = visit }
    await store.send(.mapButtonTapped) {
      $0.question = nil
      $0.routes.presentSheet(.map)
    }
    await store.receive(\.router.guarded.rejected) {
      $0.notice = "Another change was proposed before the guard answered."
    }
  }

  @Test func aVisitorWhoCancelsIsNotLetIn() async {
    let store = makeStore()
    await store.send(.sharkTankButtonTapped) { $0.question = visit }
    await store.send(.cancelButtonTapped) { $0.question = nil }
    // The guard no longer waits, so an answer has no effect.
    answers.continuation.yield(true)
    await store.finish()
  }

  @Test func aFeedingLeadsThereOneScreenAtATime() async {
    let store = makeStore(stepDelay: .milliseconds(500))
    await store.send(.mapButtonTapped) { $0.routes.presentSheet(.map) }
    await store.send(.feedingBegan)
    await store.receive(\.router.steps) { $0.routes.dismiss() }
    await clock.advance(by: .milliseconds(500))
    await store.receive(\.router.steps) { $0.question = visit }
    answers.continuation.yield(true)
    await store.receive(\.router.guarded.answered) {
      $0.question = nil
      $0.routes.push(.sharkTank)
    }
  }

  @Test func aPushOntoASheetIsReported() async {
    let store = makeStore()
    await store.send(.mapButtonTapped) { $0.routes.presentSheet(.map) }
    await withKnownIssue {
      await store.send(.sharkTankButtonTapped)
    } matching: {
      $0.comments.map(\.rawValue).joined()
        .contains("An operation on a route stack was refused: 'push' on [root, sheet].")
    }
  }
}
