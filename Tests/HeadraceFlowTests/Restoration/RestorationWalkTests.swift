import Headrace
import HeadraceFlow
import HeadraceTesting
import TestEffort
import Testing

/// Walks at random, kills at every step, restores, walks on, and compares.
///
/// The other side is the walk that was not killed if nothing is lost, else a process that was made
/// as the screens declare.
@MainActor
@Suite("Restoration: killed at every step of a random walk")
struct RestorationWalkTests {
  private static let walkCount: UInt64 = Effort.count(208)
  private static let stepCount = 13

  /// A walk that was not killed, with the archives after each step.
  @MainActor
  private struct Walk {
    let whole: DeskProcess
    var steps: [DeskStep] = []
    var archives: [[UInt8]] = []
    var states: [Desk.State] = []

    init(_ guardian: DeskGuardian) {
      whole = DeskProcess(guardian)
    }

    mutating func keep() throws {
      archives.append(try deskArchive.encode(whole.store.state))
      states.append(whole.store.state)
    }
  }

  @Test func theWalkEndsWhereItWouldHaveEnded() async throws {
    var counts = DeskSurvival.Counts()
    var (killCount, losslessCount) = (0, 0)
    for seed in 1...Self.walkCount {
      var random = SeededGenerator(seed: seed)
      let guardian: DeskGuardian =
        switch seed % 8 {
        case 0: .refusing
        case 1, 2: .asking
        default: .none
        }
      var walk = Walk(guardian)
      try walk.keep()
      for _ in 0..<Self.stepCount {
        let step = DeskStep(on: walk.whole.store.state, using: &random)
        walk.steps.append(step)
        await walk.whole.take(step)
        try walk.keep()
      }
      for _ in 0..<2 { await walk.whole.settle() }
      for count in walk.archives.indices {
        killCount += 1
        let restarts = Bool.random(using: &random)
        let survival = DeskSurvival(of: walk.states[count], guardian, restarts: restarts)
        counts += survival.counts
        let place = "seed \(seed), killed after step \(count)"
        let restored = DeskProcess(guardian)
        await restored.restore(walk.archives[count], restarts: restarts)
        let expected = await survival.process(guardian)
        expect(restored, isAs: expected, place)
        if survival.isLossless {
          losslessCount += 1
          for step in walk.steps[count...] { await restored.take(step) }
          for _ in 0..<2 { await restored.settle() }
          expect(restored, isAs: walk.whole, place)
        } else {
          for _ in 0..<3 {
            let step = DeskStep(on: expected.store.state, using: &random)
            await restored.take(step)
            await expected.take(step)
            expect(restored, isAs: expected, "\(place), then \(step)")
          }
          for _ in 0..<2 {
            await restored.settle()
            await expected.settle()
          }
          expect(restored, isAs: expected, place)
        }
        await expected.end()
        await restored.end()
      }
      await walk.whole.end()
    }
    let text = counts.all.map { "\($0.count) \($0.name)" }.joined(separator: ", ")
    print(
      """
      killed and restored: \(killCount) times in \(Self.walkCount) walks, \(losslessCount) times \
      without a loss; \(text)
      """)
    #expect(killCount > Effort.count(2_500) && losslessCount > Effort.count(500))
    for (name, count) in counts.all { #expect(count > Effort.count(40), "\(name)") }
  }

  private func expect(_ process: DeskProcess, isAs other: DeskProcess, _ place: String) {
    let (state, expected) = (process.store.state, other.store.state)
    #expect(state.routes == expected.routes, "\(place)")
    #expect(state.recipient == expected.recipient, "\(place)")
    #expect(
      state.routes.firstIndex { $0.id == state.recipient.route }
        == expected.routes.firstIndex { $0.id == expected.recipient.route }, "\(place)")
    #expect(state.links == expected.links && state.question == expected.question, "\(place)")
    #expect(state.restoration.asking.isEmpty, "\(place)")
  }
}
