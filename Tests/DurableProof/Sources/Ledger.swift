import Headrace
import HeadraceDurable

/// An entity that lists the actions applied to it.
///
/// Each action has an effect, whose answer is listed too, and sends a message to another ledger,
/// which lists what it received.
struct Ledger: Reducer {
  struct State: Codable, Equatable, Sendable {
    var added: [String] = []
    /// The answers of effects.
    var answered: [String] = []
    var received: [String] = []
  }

  enum Action: Codable, Equatable, Sendable {
    case add(String, mirror: EntityID)
    case answer(String)
    case receive(String)
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .add(let name, let mirror):
      state.added.append(name)
      return .merge(
        .run { send in await send(.answer(name)) },
        .send(Action.receive(name), to: mirror))
    case .answer(let name):
      state.answered.append(name)
      return .none
    case .receive(let name):
      state.received.append(name)
      return .none
    }
  }
}
