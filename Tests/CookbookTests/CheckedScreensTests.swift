import Headrace
import HeadraceTesting
import TestEffort
import Testing

@testable import Cookbook

/// Random taps on screens that end, and on streams, in random orders of their events.
@Suite struct CheckedScreensTests {
  private static let orderCount = Effort.schedules(200)

  @Test func aSheetBooksOneTrip() async throws {
    try await check(
      Trips(), initialState: Trips.State(),
      actions: { state in
        guard let booking = state.booking else { return [.bookButtonTapped] }
        let step: Booking.Action =
          switch booking.step {
          case .day: .step(.day(.delegate(.chosen(day: 2))))
          case .seats: .step(.seats(.delegate(.chosen(seats: ["1A"]))))
          case .review: .bookButtonTapped
          }
        return [step, .backButtonTapped].map { .booking(.presented($0)) }
      },
      invariants: [
        .never(
          \.booking.presented.delegate.booked, after: \.booking.presented.delegate.booked,
          until: \.bookButtonTapped)
      ], schedules: Self.orderCount)
  }

  @Test func aMeetingIsRecordedOnce() async throws {
    try await check(
      Meetings(), initialState: Meetings.State(),
      actions: { state in
        guard let recording = state.recording else {
          return [.startButtonTapped(speakers: ["Ada", "Alan"])]
        }
        var taps: [RecordMeeting.Action] = [
          .view(.appeared), .view(.nextButtonTapped), .view(.endButtonTapped),
        ]
        if recording.alert != nil {
          taps = [.saveConfirmed, .discardConfirmed].map { .alert(.presented($0)) }
        }
        return taps.map { .recording(.presented($0)) }
      },
      advances: [.seconds(1)],
      invariants: [
        .always("a meeting has its length at most") {
          $0.secondsRecorded.allSatisfy { (0...4).contains($0) }
        },
        .never(
          \.recording.presented.delegate.recorded, after: \.recording.presented.delegate.recorded,
          until: \.startButtonTapped),
      ], schedules: Self.orderCount)
  }

  @Test func aRoundIsFinishedOnce() async throws {
    try await check(
      Quiz(), initialState: Quiz.State.round(QuizRound.State(player: "Ada")),
      actions: { state in
        switch state {
        case .lobby: [.lobby(.delegate(.started(player: "Alan")))]
        case .round: [.round(.answered(isRight: true))]
        case .finished: [.againButtonTapped]
        }
      },
      advances: [.seconds(1)],
      invariants: [
        .always("a round does not go on after its time") {
          $0[case: \.round].map { $0.secondsLeft >= 0 } ?? true
        },
        .never(
          \.round.delegate.finished, after: \.round.delegate.finished,
          until: \.lobby.delegate.started),
      ], schedules: Self.orderCount)
  }

  @Test func anItemThatIsRemovedOrClosedChangesNothing() async throws {
    try await check(
      Pantry(), initialState: Pantry.State(),
      actions: { state in
        switch state.destination {
        case nil: return [.itemTapped(name: "flour"), .removeButtonTapped(name: "flour")]
        case .alert:
          return [.destination(.presented(.alert(.removalConfirmed(name: "flour"))))]
        case .amount:
          let taps: [AmountEditor.Action] = [
            .moreButtonTapped, .lessButtonTapped, .doneButtonTapped,
          ]
          return [.destination(.dismiss)] + taps.map { .destination(.presented(.amount($0))) }
        }
      },
      invariants: [
        .always("no amount is negative") { $0.amounts.values.allSatisfy { $0 >= 0 } },
        .never(
          \.destination.presented.amount.delegate.chosen,
          after: \.destination.dismiss, until: \.itemTapped),
      ], schedules: Self.orderCount)
  }

  @Test func aCounterThatIsSwitchedOffStays() async throws {
    try await check(
      CounterList(),
      initialState: CounterList.State(rows: [CounterRow.State(id: 1), CounterRow.State(id: 2)]),
      actions: { state in
        var actions: [CounterList.Action] = [.sortButtonTapped]
        for row in state.rows {
          actions.append(.rows(.element(id: row.id, action: .view(.automaticSwitchTapped))))
          actions.append(.rows(.element(id: row.id, action: .view(.removeButtonTapped))))
        }
        return actions
      },
      advances: [.seconds(1)],
      invariants: [
        .always("a row counts only while it is switched on") { action, state in
          guard case .rows(.element(let id, .inner(.ticked))) = action else { return true }
          return state.rows[id: id]?.isCounting == true
        }
      ], schedules: Self.orderCount)
  }

  @Test func aBookThatIsClosedCountsNoMinute() async throws {
    try await check(
      Bookshelf(), initialState: Bookshelf.State(),
      actions: { state in
        var actions: [Bookshelf.Action] = [.bookTapped(title: "Emma"), .closeAllButtonTapped]
        for id in state.path.ids where state.path[id: id]?.is(\.book) == true {
          actions.append(.path(.element(id: id, action: .book(.appeared))))
          actions.append(.path(.element(id: id, action: .book(.closeButtonTapped))))
        }
        return actions
      },
      advances: [.seconds(60)],
      invariants: [
        .always("minutes are those of books on the stack") { action, state in
          guard case .path(.element(let id, .book(.minutePassed))) = action else { return true }
          return state.path.ids.contains(id)
        }
      ], schedules: Self.orderCount)
  }

  @Test func aTurbineThatIsStoppedStandsStill() async throws {
    try await check(
      Turbine(), initialState: Turbine.State(), actions: { _ in [.started, .stopped] },
      invariants: [
        .never(\.speedMeasured, after: \.stopped, until: \.started),
        .never(\.alarmRang, after: \.stopped, until: \.started),
      ], schedules: Self.orderCount
    ) {
      $0.turbineSensors.speeds = { (0..<2).map { Self.stream([$0, $0 + 10]) } }
      $0.turbineSensors.alarms = { [Self.stream(["hot"]), Self.stream(["loud"])] }
    }
  }

  /// A stream whose values come when others have had their turn.
  private static func stream<Value: Sendable>(_ values: [Value]) -> AsyncStream<Value> {
    let left = LockIsolated(values)
    return AsyncStream {
      await Task.yield()
      return left.withValue { $0.isEmpty ? nil : $0.removeFirst() }
    }
  }

  @Test func aConnectionIsLostAsOftenAsItWasThere() async throws {
    try await check(
      ConnectionBanner(), initialState: ConnectionBanner.State(), actions: { _ in [.appeared] },
      invariants: [
        .always("the banner shows what the network said last") { action, state in
          guard case .statusChanged(let status) = action else { return true }
          return state.status == status
        },
        .atEnd("a loss is counted once for each banner that listens") { $0.lossCount <= 2 },
      ], length: 2, schedules: Self.orderCount
    ) {
      $0.network.statuses = { Self.stream([.online, .offline]) }
    }
  }

  @Test func theHeatingHasTheLastTarget() async throws {
    try await explore(schedules: Self.orderCount) {
      let heated = LockIsolated(18)
      let store = TestStore(initialState: Thermostat.State()) {
        Thermostat()
      } withDependencies: {
        $0.heating.heat = { degrees in
          if anyOf(false, true) { try Task.checkCancellation() }
          // Calls take effect in the order in which they begin.
          heated.setValue(degrees)
          await Task.yield()
        }
      }
      store.exhaustivity = .off
      await store.send(.warmerButtonTapped)
      await store.send(.presetTapped(.day))
      await store.send(.colderButtonTapped)
      await store.finish()
      #expect(heated.value == store.state.targetDegrees)
    }
  }

  @Test func aBoardThatAsksGetsItsHint() async throws {
    try await check(
      Board(), initialState: Board.State(), actions: { _ in [.hintButtonTapped, .pieceTapped] },
      advances: [.milliseconds(600)],
      invariants: [
        .leads(from: \.hintButtonTapped, to: \.hintFound),
        .atEnd("nothing is asked") { !$0.isAsking },
      ], schedules: Self.orderCount)
  }
}
