import Headrace
import HeadraceTesting
import TestEffort

@testable import Cookbook

/// Plays recipes of the cookbook while they are recorded. A seed chooses the actions.
@MainActor enum RecordedRecipes {
  static func record() async throws {
    try await record("CounterList", of: CounterList(), CounterList.State()) { state, random in
      guard let id = state.rows.ids.first else { return .addButtonTapped }
      let row: CounterRow.View = random.pick(
        .incrementButtonTapped, .decrementButtonTapped, .automaticSwitchTapped, .removeButtonTapped)
      return random.pick(
        .addButtonTapped, .sortButtonTapped, .rows(.element(id: id, action: .view(row))))
    }
    try await record("KitchenTimer", of: KitchenTimer(), KitchenTimer.State()) { _, random in
      let dish = random.pick("rice", "an \"egg\"", "テンペ")
      let minutes = random.pick(1, 2, 3)
      return random.pick(.dishTapped(dish, minutes: minutes), .stopButtonTapped)
    }
    try await record("Bookshelf", of: Bookshelf(), Bookshelf.State()) { state, random in
      guard let id = state.path.ids.last, let screen = state.path[id: id] else {
        return .bookTapped(title: "Emma")
      }
      let other: Bookshelf.Action = .bookTapped(title: random.pick("Persuasion", "Dracula"))
      if case .author = screen {
        return random.pick(.path(.element(id: id, action: .author(.doneButtonTapped))), other)
      }
      let book: BookPage.Action = random.pick(.appeared, .authorButtonTapped, .closeButtonTapped)
      return random.pick(.path(.element(id: id, action: .book(book))), other)
    }
    try await record("Pantry", of: Pantry(), Pantry.State()) { state, random in
      let name = random.pick("flour", "salt")
      switch state.destination {
      case nil: return random.pick(.itemTapped(name: name), .removeButtonTapped(name: name))
      case .amount:
        let action: AmountEditor.Action = random.pick(
          .moreButtonTapped, .lessButtonTapped, .doneButtonTapped)
        return .destination(.presented(.amount(action)))
      case .alert:
        return .destination(
          random.pick(.presented(.alert(.removalConfirmed(name: name))), .dismiss))
      }
    }
    try await record("Outline", of: Outline(), Outline.State(id: 0)) { state, random in
      // Each item has an id that no other has.
      let new = state.highestID + 1
      guard let item = state.items.ids.last else { return .addButtonTapped(id: new) }
      let below: Outline.Action = random.pick(
        .doneSwitchTapped, .addButtonTapped(id: new), .removeButtonTapped)
      return random.pick(
        .addButtonTapped(id: new), .doneSwitchTapped, .items(.element(id: item, action: below)))
    }
  }

  private static func record<R: Reducer>(
    _ name: String, of reducer: @escaping @autoclosure () -> R, _ state: R.State,
    _ next: (R.State, inout SplitMix) -> R.Action
  ) async throws {
    let clock = TestClock()
    let store = Store(initialState: state, reducer: reducer) { $0.continuousClock = clock }
    var random = SplitMix(state: 31)
    try await Recording.record(store, in: Recording.file(name)) {
      for _ in 1...60 {
        store.send(next(store.withState { $0 }, &random))
        await clock.advance(by: .seconds(random.pick(0, 1, 30, 60)))
      }
    }
  }
}

extension Outline.State {
  fileprivate var highestID: Int { items.reduce(id) { max($0, $1.highestID) } }
}

extension SplitMix {
  mutating func pick<Choice>(_ choices: Choice...) -> Choice {
    choices[Int.random(in: choices.indices, using: &self)]
  }
}
