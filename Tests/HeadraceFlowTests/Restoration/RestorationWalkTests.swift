import Headrace
import HeadraceFlow
import HeadraceTesting
import Testing

/// Walks at random, kills at every step, restores, walks on, and compares with the walk that was
/// not killed.
@MainActor
@Suite("Restoration: killed at every step of a random walk")
struct RestorationWalkTests {
  /// One step of a walk. Routes are named by their places, since ids change with a restoration.
  private enum Step {
    case show(Route<DeskScreen.State>)
    case screen(Int, DeskScreen.Action)
    case askForRecipient(Int)
    case pick(String)
    case back
    case settle
  }

  /// A process: a store with a clock of its own.
  private struct Process {
    let clock = TestClock()
    let store: TestStoreOf<Desk>

    init() {
      store = TestStore(initialState: Desk.State()) {
        Desk()
      } withDependencies: { [clock] in
        $0.continuousClock = clock
      }
      store.exhaustivity = .off
    }

    func take(_ step: Step) async {
      let routes = store.state.routes
      switch step {
      case .show(let route): await store.send(.show(route))
      case .screen(let place, let action):
        await store.send(.router(.routeAction(id: routes[place].id, action: action)))
      case .askForRecipient(let place):
        await store.send(
          .router(.routeAction(id: routes[place].id, action: .payment(.recipientButtonTapped))))
      case .pick(let name):
        await store.send(
          .router(.routeAction(id: routes[routes.count - 1].id, action: .contacts(.picked(name)))))
      case .back: await store.send(.back)
      case .settle: await clock.advance(by: .seconds(1))
      }
      await store.skipReceivedActions(strict: false)
    }

    /// Restores a stack; whatever it asks about is to be done again.
    func restore(_ bytes: [UInt8]) async {
      await store.send(.restoration(.restore(bytes)))
      await store.skipReceivedActions(strict: false)
      for id in store.state.restoration.asking {
        await store.send(.restoration(.answer(id, restarts: true)))
        await store.skipReceivedActions(strict: false)
      }
    }
  }

  /// A step that can be taken on a stack.
  private func step(
    on state: Desk.State, using random: inout SeededGenerator
  ) -> Step {
    let place = Int.random(in: state.routes.indices, using: &random)
    let number = Int.random(in: 1...12, using: &random)
    switch Int.random(in: 0..<8, using: &random) {
    case 0: return .show(.push(.statement(DeskStatement.State(month: number))))
    case 1:
      return .show(.sheet(.payment(DeskPayment.State(amount: number)), embedInNavigationView: true))
    case 2: return .show(.cover(.contacts(DeskContacts.State(names: ["\(number)"]))))
    case 3: return .back
    case 4: return .settle
    default: break
    }
    switch state.routes[place].screen {
    case .home: return .screen(place, .home(.noted("\(number)")))
    case .statement(let screen):
      return screen.isLoading ? .settle : .screen(place, .statement(.load))
    case .payment(let screen):
      if place == state.routes.count - 1, number < 7 { return .askForRecipient(place) }
      return screen.phase == .sending ? .settle : .screen(place, .payment(.send))
    case .contacts: return place == state.routes.count - 1 ? .pick("\(number)") : .back
    case .lock, .voucher: return .back
    }
  }

  @Test func theWalkEndsWhereItWouldHaveEnded() async throws {
    let walkCount: UInt64 = 40
    let stepCount = 14
    var killCount = 0
    for seed in 1...walkCount {
      var random = SeededGenerator(seed: seed)
      let whole = Process()
      var steps: [Step] = []
      var archives = [try deskArchive.encode(whole.store.state)]
      var states = [whole.store.state]
      for _ in 0..<stepCount {
        let step = step(on: whole.store.state, using: &random)
        steps.append(step)
        await whole.take(step)
        archives.append(try deskArchive.encode(whole.store.state))
        states.append(whole.store.state)
      }
      await whole.take(.settle)
      for (count, bytes) in archives.enumerated() {
        killCount += 1
        let place = "seed \(seed), killed after step \(count)"
        let restored = Process()
        await restored.restore(bytes)
        #expect(restored.store.state.routes == states[count].routes, "\(place)")
        #expect(restored.store.state.recipient == states[count].recipient, "\(place)")
        for step in steps[count...] { await restored.take(step) }
        await restored.take(.settle)
        #expect(restored.store.state.routes == whole.store.state.routes, "\(place)")
        #expect(restored.store.state.recipient == whole.store.state.recipient, "\(place)")
        await restored.store.skipInFlightEffects(strict: false)
      }
      await whole.store.skipInFlightEffects(strict: false)
    }
    print("killed and restored: \(killCount) times in \(walkCount) walks")
  }
}
