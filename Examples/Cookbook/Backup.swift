import Headrace

/// Teaches endpoints without an implementation: a test names what a feature may use, no more.
///
/// The test value of ``CloudDrive`` implements nothing. A test gives it the endpoints that its
/// story needs; one that is called and wasn't given fails the test by name. So the test of a full
/// drive proves that nothing is uploaded.
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

  /// Where the copy stands.
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
        guard state.phase != .busy else { return .none }
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
