import Headrace

/// Teaches endpoints without an implementation: a test names only the endpoints that a feature may
/// use.
///
/// The test value of ``CloudDrive`` implements nothing. A test implements the endpoints that its
/// story needs. A call of any other endpoint fails the test, and names the endpoint. So the test of
/// a full drive proves that nothing is uploaded.
@Reducer
struct Backup {
  struct File: Equatable, Sendable {
    let name: String
    let byteCount: Int
  }

  struct State: Equatable {
    let file: File
    var phase = Phase.local
  }

  /// The progress of the copy.
  enum Phase: Equatable {
    case local
    case busy
    case stored
    case refused(missingByteCount: Int)
    case failed
  }

  enum Action: Equatable {
    case storeButtonTapped
    case removeButtonTapped
    case ended(Phase)
  }

  @Dependency(\.cloudDrive) private var drive

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .storeButtonTapped:
        guard state.phase != .busy, state.phase != .stored else { return .none }
        state.phase = .busy
        return .run { [drive, file = state.file] send in
          let missingByteCount = file.byteCount - (try await drive.freeByteCount())
          guard missingByteCount <= 0 else {
            return await send(.ended(.refused(missingByteCount: missingByteCount)))
          }
          try await drive.upload(name: file.name)
          await send(.ended(.stored))
        } catch: { _, send in
          await send(.ended(.failed))
        }
      case .removeButtonTapped:
        guard state.phase == .stored else { return .none }
        state.phase = .busy
        return .run { [drive, name = state.file.name] send in
          try await drive.delete(name: name)
          await send(.ended(.local))
        } catch: { _, send in
          await send(.ended(.stored))
        }
      case .ended(let phase):
        state.phase = phase
        return .none
      }
    }
  }
}
