import Headrace
import Testing

/// Releases its store while an action of an effect is reduced.
private struct Leaver: Reducer {
  enum Place: CaseIterable {
    case ownReducer, row, onChange, sendInTheMiddle, onCancel, instrument
  }

  struct Row: Identifiable { let id: Int }

  struct State {
    var rows: IdentifiedArrayOf<Row> = [Row(id: 1)]
    var count = 0
  }

  @CasePathable
  enum Action {
    case begin
    case leave
    case work
    case rows(IdentifiedAction<Int, Void>)
  }

  enum CancelID { case work }

  let place: Place
  let keeper: Keeper
  let log: Log
  let held: Held

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .begin:
        let first = place == .row ? Action.rows(.element(id: 1, action: ())) : .leave
        let isWaiting = Gate()
        return .merge(
          waiting(isWaiting),
          .run { send in
            // An effect that is cancelled before it runs would never notice.
            await isWaiting.pass()
            await send(first)
          })
      case .leave:
        state.count += 1
        return leave()
      case .work:
        if place == .sendInTheMiddle { keeper.store = nil } else { log.write("reduced") }
        return work()
      case .rows:
        return .none
      }
    }
    .onChange(of: \.count) { _, _ in
      guard place == .onChange else { return .none }
      keeper.store = nil
      return work()
    }
    .forEach(\.rows, action: \.rows) {
      Reduce<Row, Void> { _, _ in
        keeper.store = nil
        return work()
      }
    }
  }

  private func leave() -> Effect<Action> {
    switch place {
    case .ownReducer:
      keeper.store = nil
      return .merge(
        work(), .send(.work), .concatenate(.send(.work), work()),
        work().throttle(id: 1, for: .seconds(1), clock: ContinuousClock(), latest: true))
    case .sendInTheMiddle:
      return .merge(.send(.work), work(), .send(.work), .concatenate(.send(.work), work()))
    case .onCancel:
      return .merge(
        work().cancellable(id: CancelID.work, cancelInFlight: true), .send(.work), work())
    case .onChange, .row, .instrument:
      return work()
    }
  }

  /// Returns an effect that waits until it is cancelled, and then opens a gate.
  private func waiting(_ isWaiting: Gate) -> Effect<Action> {
    .run { _ in
      await withTaskCancellationHandler {
        isWaiting.open()
        await Gate().pass()
      } onCancel: {
        guard place == .onCancel else { return }
        MainActor.assumeIsolated { keeper.store = nil }
      }
    }
    .cancellable(id: CancelID.work)
  }

  private func work<A>() -> Effect<A> {
    .run { [log, held] _ in
      await Gate().pass()
      withExtendedLifetime(held) { if !Task.isCancelled { log.write("worked") } }
    }
  }
}

/// The only owner of a store.
private final class Keeper: @unchecked Sendable {
  // Unchecked: used on the main actor alone.
  var store: StoreOf<Leaver>?
}

/// Releases the store when its second effect is launched.
private final class Launcher: StoreInstrument {
  typealias State = Leaver.State
  typealias Action = Leaver.Action

  let keeper: Keeper
  private var launchedCount = 0

  init(_ keeper: Keeper) {
    self.keeper = keeper
  }

  func launchEffect(_ effect: EffectInfo, _ launch: () -> Void) {
    launchedCount += 1
    if launchedCount == 3 { keeper.store = nil }
    launch()
  }
}

@MainActor
@Suite("A store that is released while an action is reduced", .timeLimit(.minutes(30)))
struct StoreEndTests {
  @Test("Laws 7 and 8: it starts nothing, reduces nothing, and resumes its waiters")
  func nothingLivesOn() async {
    for place in Leaver.Place.allCases {
      let (keeper, log, freed) = (Keeper(), Log(), Arrivals())
      await Self.begin(place, keeper, log, Held(freed))
      #expect(keeper.store == nil)
      #expect(log.entries.isEmpty, "\(place)")
      await freed.wait()
    }
  }

  /// Returns when everything has ended and is released.
  private static func begin(
    _ place: Leaver.Place, _ keeper: Keeper, _ log: Log, _ held: Held
  ) async {
    keeper.store = Store(initialState: Leaver.State()) {
      Leaver(place: place, keeper: keeper, log: log, held: held)
    }
    if place == .instrument { keeper.store?.instruments = [Launcher(keeper)] }
    let task = keeper.store?.send(.begin)
    await task?.finish()
  }
}
