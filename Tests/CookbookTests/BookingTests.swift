import Headrace
import HeadraceTesting
import Testing

@testable import Cookbook

@Suite struct BookingTests {
  private let freeSeats = ["1A", "1B", "2A"]

  private func makeStore() -> TestStoreOf<Trips> {
    TestStore(initialState: Trips.State()) { Trips() }
  }

  /// Opens the sheet with the seats to choose, for the third day.
  private func chooseDay(_ store: TestStoreOf<Trips>) async {
    await store.send(.bookButtonTapped) { $0.booking = Booking.State() }
    await store.send(\.booking.step.day.dayTapped, 3) {
      $0.booking?.step.modify(\.day) { $0.day = 3 }
    }
    await store.send(\.booking.step.day.nextButtonTapped)
    await store.receive(\.booking.step.day.delegate.chosen, 3) {
      $0.booking?.draft.day = 3
      $0.booking?.step = .seats(SeatChoice.State(freeSeats: freeSeats))
    }
  }

  private func chooseSeat(_ store: TestStoreOf<Trips>) async {
    await store.send(\.booking.step.seats.seatTapped, "1B") {
      $0.booking?.step.modify(\.seats) { $0.chosenSeats = ["1B"] }
    }
    await store.send(\.booking.step.seats.nextButtonTapped)
    await store.receive(\.booking.step.seats.delegate.chosen, ["1B"]) {
      $0.booking?.draft.seats = ["1B"]
      $0.booking?.step = .review
    }
  }

  @Test func aTripIsBookedStepByStep() async {
    let store = makeStore()
    await chooseDay(store)
    await store.send(\.booking.bookButtonTapped)
    await chooseSeat(store)
    await store.send(\.booking.bookButtonTapped)
    await store.receive(\.booking.delegate.booked, Trip(day: 3, seats: ["1B"])) {
      $0.trips = [Trip(day: 3, seats: ["1B"])]
      $0.booking = nil
    }
  }

  @Test func goingBackShowsWhatWasChosenAndLeavesFromTheFirstStep() async {
    let store = makeStore()
    await chooseDay(store)
    await chooseSeat(store)
    await store.send(\.booking.backButtonTapped) {
      $0.booking?.step = .seats(SeatChoice.State(freeSeats: freeSeats, chosenSeats: ["1B"]))
    }
    await store.send(\.booking.backButtonTapped) {
      $0.booking?.step = .day(DayChoice.State(day: 3))
    }
    await store.send(\.booking.backButtonTapped)
    await store.receive(\.booking.dismiss) { $0.booking = nil }
  }

  @Test func onlyFreeSeatsAreChosenAndAtLeastOne() async {
    let store = makeStore()
    await chooseDay(store)
    await store.send(\.booking.step.seats.seatTapped, "9Z")
    await store.send(\.booking.step.seats.nextButtonTapped)
    await store.send(\.booking.step.seats.seatTapped, "1A") {
      $0.booking?.step.modify(\.seats) { $0.chosenSeats = ["1A"] }
    }
    await store.send(\.booking.step.seats.seatTapped, "1A") {
      $0.booking?.step.modify(\.seats) { $0.chosenSeats = [] }
    }
    await store.send(\.booking.dismiss) { $0.booking = nil }
  }
}
