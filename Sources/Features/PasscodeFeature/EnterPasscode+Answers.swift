import Foundation
import Headrace

// MARK: - Handling What Came Back

extension EnterPasscode {
  func handleInnerAction(state: inout State, action: Inner) -> Effect<Action> {
    switch action {
    case .standing(let standing):
      return take(&state, standing)
    case .biometrics(let biometrics):
      state.biometrics = biometrics
      return .none
    case .verified:
      finish(&state)
      return .send(.delegate(.verified))
    case .leaveGiven(let leave):
      state.isWorking = false
      state.step = .choosing(leave)
      return .none
    case .chosen(let passcode):
      state.isWorking = false
      guard case .choosing(let leave) = state.step else { return discard(passcode) }
      state.step = .repeating(leave, passcode)
      return .none
    case .set:
      finish(&state)
      let kind = state.kind
      return .send(.delegate(state.mode == .change ? .changed(kind) : .created(kind)))
    case .failed(let failure):
      state.isWorking = false
      return handleFailure(state: &state, failure)
    case .secondPassed:
      return countDown(&state)
    case .flashEnded:
      state.isFlashing = false
      return .none
    }
  }

  private func finish(_ state: inout State) {
    state.isWorking = false
    state.step = .finished
  }

  private func handleFailure(
    state: inout State, _ failure: PasscodeFailure
  ) -> Effect<Action> {
    startOver(&state, after: failure)
    switch failure {
    case .wrong(let standing):
      state.wrongCount += 1
      if let limit = state.rules.wrongCountMax, state.wrongCount >= limit {
        state.step = .lockedOut
        state.failure = failure
        return .send(.delegate(.lockedOut))
      }
      return .merge(refuse(&state, failure), take(&state, standing))
    case .backedOff(let date):
      return .merge(refuse(&state, failure), take(&state, .backedOff(until: date)))
    case .biometrics(.cancelled):
      return .none
    case .biometrics(.unavailable):
      state.biometrics = .unavailable
      return refuse(&state, failure)
    case .empty, .mismatch, .tooShort, .tooLong, .notDigits, .tooCommon, .notText, .gone,
      .leaveGone, .interrupted, .biometrics(.notRecognized), .trouble:
      return refuse(&state, failure)
    }
  }

  /// Asks for another new passcode if the new one was refused; otherwise for the old one again,
  /// because the leave to change it may be spent.
  private func startOver(_ state: inout State, after failure: PasscodeFailure) {
    switch state.step {
    case .choosing(let leave), .repeating(let leave, _):
      state.step = leave == nil || failure.concernsNew ? .choosing(leave) : .verifying
    case .verifying, .lockedOut, .finished:
      break
    }
  }
}

// MARK: - Time

extension EnterPasscode {
  /// The time for which a refusal flashes.
  public static let flashInterval = Duration.milliseconds(600)

  func refuse(_ state: inout State, _ failure: PasscodeFailure) -> Effect<Action> {
    state.failure = failure
    state.isFlashing = true
    return .run { [clock] send in
      try await clock.sleep(for: Self.flashInterval)
      await send(.inner(.flashEnded))
    }
    .cancellable(id: CancelID.flash, cancelInFlight: true)
  }

  private func take(_ state: inout State, _ standing: PasscodeStanding) -> Effect<Action> {
    state.standing = standing
    state.remainingSeconds = 0
    guard case .backedOff(let date) = standing else { return .none }
    state.count = 0
    // The next request comes at least a second later.
    state.remainingSeconds = max(1, seconds(until: date))
    return .merge(
      clear(),
      .run { [clock] send in
        for await _ in clock.timer(interval: .seconds(1)) { await send(.inner(.secondPassed)) }
      }
      .cancellable(id: CancelID.countdown, cancelInFlight: true))
  }

  /// Counts down one second, or more if the machine was asleep; at the end, asks the client.
  private func countDown(_ state: inout State) -> Effect<Action> {
    guard case .backedOff(let date) = state.standing else {
      return .cancel(id: CancelID.countdown)
    }
    state.remainingSeconds = max(0, min(state.remainingSeconds - 1, seconds(until: date)))
    guard state.remainingSeconds == 0 else { return .none }
    state.failure = nil
    return .merge(.cancel(id: CancelID.countdown), askStanding())
  }

  private func seconds(until date: Date) -> Int {
    let seconds = date.timeIntervalSince(self.date.now).rounded(.up)
    return Int(exactly: seconds) ?? .max
  }
}
