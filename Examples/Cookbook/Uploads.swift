import Headrace
import HeadraceFlow

/// Teaches toasts: short messages that disappear by themselves, on the clock of the store.
///
/// A loading toast stays. The next one has the same name, and replaces it.
@Reducer
struct Uploads {
  struct State: Equatable {
    var isUploading = false
    var toasts = ToastQueue.State()
  }

  enum Action: Equatable {
    case uploadButtonTapped
    case uploaded
    case failed
    case toasts(ToastQueue.Action)
  }

  @Dependency(\.cloudDrive) private var drive

  var body: some ReducerOf<Self> {
    Scope(state: \.toasts, action: \.toasts) { ToastQueue() }
    Reduce { state, action in
      switch action {
      case .uploadButtonTapped:
        guard !state.isUploading else { return .none }
        state.isUploading = true
        return .merge(
          show(.loading(TextState("Uploading"), id: "upload")),
          .run { [drive] send in
            try await drive.upload("photo")
            await send(.uploaded)
          } catch: { _, send in
            await send(.failed)
          })
      case .uploaded:
        state.isUploading = false
        return show(.success(TextState("Uploaded"), id: "upload"))
      case .failed:
        state.isUploading = false
        return show(.error(TextState("The drive can't be reached."), id: "upload"))
      case .toasts:
        return .none
      }
    }
  }

  private func show(_ toast: Toast) -> Effect<Action> { .send(.toasts(.show(toast))) }
}
