import Headrace

/// Teaches recursion: an outline whose items are outlines.
///
/// The reducer contains itself by `forEach`; it is created once and used at each depth. An item
/// that is done notifies its parent. A parent is done when all its items are.
@Reducer
struct Outline {
  struct State: Codable, Equatable, Identifiable {
    let id: Int
    var isDone = false
    var items: IdentifiedArrayOf<Outline.State> = []

    /// The number of completed items, including this one and all below it.
    var doneCount: Int { items.reduce(isDone ? 1 : 0) { $0 + $1.doneCount } }
    /// The number of items, including this one and all below it.
    var count: Int { items.reduce(1) { $0 + $1.count } }
  }

  enum Action: Codable, Equatable {
    case doneSwitchTapped
    case addButtonTapped(id: Int)
    case removeButtonTapped
    indirect case items(IdentifiedActionOf<Outline>)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .doneSwitchTapped:
        state.isDone.toggle()
        state.setAllItems(done: state.isDone)
        return .none
      case .addButtonTapped(let id):
        state.items.append(State(id: id))
        state.isDone = false
        return .none
      case .removeButtonTapped:
        return .none  // The parent owns its items.
      case .items(.element(let id, action: .removeButtonTapped)):
        state.items.remove(id: id)
        return .none
      case .items:
        state.isDone = state.items.allSatisfy(\.isDone)
        return .none
      }
    }
    .forEach(\.items, action: \.items) { Outline() }
  }
}

nonisolated extension Outline.State {
  /// Items below follow the one above them.
  fileprivate mutating func setAllItems(done: Bool) {
    for id in items.ids {
      items[id: id]?.isDone = done
      items[id: id]?.setAllItems(done: done)
    }
  }
}
