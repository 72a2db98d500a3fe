import Headrace

/// Teaches cancellation by id: a recording that the user keeps or discards.
///
/// Keeping lets the effect run to its end. Discarding cancels it, and none of its later actions
/// arrive. The microphone is stopped in both cases, and the next memo waits until it has stopped.
@Reducer
struct VoiceMemo {
  struct State: Equatable {
    var phase = Phase.idle
    /// The loudest levels of the memos that were kept, in percent.
    var peaks: [Int] = []
  }

  /// The progress of the recording.
  enum Phase: Equatable {
    case idle
    case asking
    case recording(peak: Int)
    case discarding
    case refused
    case failed
  }

  enum Action: Equatable {
    case view(View)
    case inner(Inner)
  }

  @CasePathable
  enum View: Equatable {
    case recordButtonTapped
    case keepButtonTapped
    case discardButtonTapped
  }

  @CasePathable
  enum Inner: Equatable {
    case permissionAnswered(Bool)
    case levelMeasured(Int)
    case ended
    case discarded
    case failed
  }

  private enum CancelID { case recording }

  @Dependency(\.microphone) private var microphone

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .view(let action):
        return handleViewAction(state: &state, action: action)
      case .inner(.permissionAnswered(let isAllowed)):
        state.phase = isAllowed ? .recording(peak: 0) : .refused
        return isAllowed ? record() : .none
      case .inner(.levelMeasured(let level)):
        guard case .recording(let peak) = state.phase else { return .none }
        state.phase = .recording(peak: max(peak, level))
        return .none
      case .inner(.ended):
        if case .recording(let peak) = state.phase { state.peaks.append(peak) }
        state.phase = .idle
        return .none
      case .inner(.discarded):
        state.phase = .idle
        return .none
      case .inner(.failed):
        state.phase = .failed
        return .none
      }
    }
  }

  private func handleViewAction(state: inout State, action: View) -> Effect<Action> {
    switch action {
    case .recordButtonTapped:
      switch state.phase {
      case .idle, .refused, .failed: state.phase = .asking
      case .asking, .recording, .discarding: return .none
      }
      return .run { [microphone] send in
        await send(.inner(.permissionAnswered(await microphone.isAllowed())))
      }
      .cancellable(id: CancelID.recording)
    case .keepButtonTapped:
      // This ends the stream of levels, and with it the effect that reads them.
      return .run { [microphone] _ in await microphone.stop() }
    case .discardButtonTapped:
      state.phase = .discarding
      return .merge(
        .cancel(id: CancelID.recording),
        .run { [microphone] send in
          await microphone.stop()
          await send(.inner(.discarded))
        })
    }
  }

  private func record() -> Effect<Action> {
    .run { [microphone] send in
      for try await level in microphone.levels() { await send(.inner(.levelMeasured(level))) }
      await send(.inner(.ended))
    } catch: { _, send in
      await send(.inner(.failed))
    }
    .cancellable(id: CancelID.recording)
  }
}
