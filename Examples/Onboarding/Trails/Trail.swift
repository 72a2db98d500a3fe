import Headrace
import HeadraceFlow

/// Shows one trail, and dismisses itself, wherever it was presented.
@Reducer
struct Trail {
  struct State: Codable, Equatable {
    let id: Int
  }

  enum Action: Equatable {
    case backButtonTapped
  }

  @Dependency(\.dismiss) private var dismiss

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .backButtonTapped:
      return .run { [dismiss] _ in await dismiss() }
    }
  }
}

extension Trail.State {
  /// The link of a trail, such as `trails/7`; there are nine trails.
  static let link = LinkPattern {
    "trails"
    Segment("id", Int.self)
  } make: { id in
    (1...9).contains(id) ? Trail.State(id: id) : nil
  } values: {
    $0.id
  }
}
