import Headrace

/// Teaches alerts and confirmation dialogs: questions that are state, and end with the answer.
///
/// An answer may lead to another question. It is set in the same action, and stays.
@Reducer
struct PhotoActions {
  struct State: Equatable {
    var photoCount = 3
    var albumNames: [String] = []
    @Presents var dialog: ConfirmationDialogState<Dialog>?
    @Presents var alert: AlertState<Alert>?
  }

  enum Action: Equatable {
    case moreButtonTapped
    case dialog(PresentationAction<Dialog>)
    case alert(PresentationAction<Alert>)
  }

  @CasePathable
  enum Dialog: Equatable {
    case addToAlbum(String)
    case deleteAll
  }

  @CasePathable
  enum Alert: Equatable {
    case deletionConfirmed
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .moreButtonTapped:
        state.dialog = .more
        return .none
      case .dialog(.presented(.addToAlbum(let name))):
        state.albumNames.append(name)
        return .none
      case .dialog(.presented(.deleteAll)):
        state.alert = .deletion(photoCount: state.photoCount)
        return .none
      case .alert(.presented(.deletionConfirmed)):
        state.photoCount = 0
        return .none
      case .dialog(.dismiss), .alert(.dismiss):
        return .none
      }
    }
    .ifLet(\.$dialog, action: \.dialog)
    .ifLet(\.$alert, action: \.alert)
  }
}

nonisolated extension ConfirmationDialogState<PhotoActions.Dialog> {
  static var more: Self {
    ConfirmationDialogState {
      TextState("Photos")
    } actions: {
      for name in ["Summer", "Family"] {
        ButtonState(action: .addToAlbum(name)) { TextState("Add to \(name)") }
      }
      ButtonState(role: .destructive, action: .deleteAll) { TextState("Delete all") }
      ButtonState(role: .cancel) { TextState("Cancel") }
    }
  }
}

nonisolated extension AlertState<PhotoActions.Alert> {
  static func deletion(photoCount: Int) -> Self {
    AlertState {
      TextState("Delete \(photoCount) photos?")
    } actions: {
      ButtonState(role: .destructive, action: .deletionConfirmed) { TextState("Delete") }
      ButtonState(role: .cancel) { TextState("Keep them") }
    } message: {
      TextState("They can't be brought back.")
    }
  }
}
