import Headrace

/// Teaches an optimistic change with a rollback: the heart is red before the server has answered.
///
/// The state has two values: the one that is shown, and the one that the server has. A tap during a
/// request waits for its answer, because a request that is cancelled may have reached the server.
/// After a failure the server's value is shown again, with a message.
@Reducer
struct FavoriteSong {
  struct State: Equatable {
    let songID: Int
    var isFavorite: Bool
    /// The value on the server, according to its last answer.
    var isFavoriteOnServer: Bool
    var isSaving = false
    @Presents var alert: AlertState<Never>?

    init(songID: Int, isFavorite: Bool) {
      self.songID = songID
      self.isFavorite = isFavorite
      self.isFavoriteOnServer = isFavorite
    }
  }

  enum Action: Equatable {
    case heartTapped
    case saved(isFavorite: Bool)
    case savingFailed
    case alert(PresentationAction<Never>)
  }

  @Dependency(\.musicLibrary) private var library

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .heartTapped:
        state.isFavorite.toggle()
        return state.isSaving ? .none : save(&state)
      case .saved(let isFavorite):
        state.isSaving = false
        state.isFavoriteOnServer = isFavorite
        return state.isFavorite == isFavorite ? .none : save(&state)
      case .savingFailed:
        state.isSaving = false
        state.isFavorite = state.isFavoriteOnServer
        state.alert = .savingFailed
        return .none
      case .alert:
        return .none
      }
    }
    .ifLet(\.$alert, action: \.alert)
  }

  private func save(_ state: inout State) -> Effect<Action> {
    state.isSaving = true
    return .run { [library, songID = state.songID, isFavorite = state.isFavorite] send in
      try await library.setFavorite(songID: songID, isFavorite: isFavorite)
      await send(.saved(isFavorite: isFavorite))
    } catch: { _, send in
      await send(.savingFailed)
    }
  }
}

nonisolated extension AlertState<Never> {
  static var savingFailed: Self { AlertState { TextState("That could not be saved.") } }
}
