import AuthFeature
import ContactsFeature
import Headrace
import HeadraceFlow
import HeadraceTerminal
import HomeFeature
import NetworksFeature
import ProfileFeature
import SendFeature
import SessionFeature
import WalletApp

// MARK: - Time

extension TerminalWallet {
  /// The terminal's state beside the screen covered by the unlock screen, restored after unlocking.
  package struct Covered: Equatable, Sendable {
    /// The screen.
    let routeID: RouteID?
    /// Its selected row.
    let chosen: Int
    /// The sheet over it; nil for one that asked for a passcode, which does not open again.
    let sheet: Sheet?
    /// True if keys went to the search field.
    let isSearching: Bool
  }

  private static let tickInterval = Duration.milliseconds(125)
  private static let flashInterval = Duration.milliseconds(600)

  /// Counts seconds, for the age of data and for the lock; otherwise stops the timer.
  func countSeconds(_ state: inout State) -> Effect<Action> {
    guard state.countsSeconds else { return .cancel(id: CancelID.seconds) }
    state.now = date.now
    return .run { [clock, date] send in
      for await _ in clock.timer(interval: .seconds(1)) {
        await send(.inner(.secondPassed(date.now)))
      }
    }
    .cancellable(id: CancelID.seconds, cancelInFlight: true)
  }

  func tick(_ state: State) -> Effect<Action> {
    // Turning indicators are only for people who see.
    guard state.isWaiting, !state.isReadAloud else { return .cancel(id: CancelID.ticking) }
    return .run { [clock] send in
      for await _ in clock.timer(interval: Self.tickInterval) { await send(.inner(.ticked)) }
    }
    .cancellable(id: CancelID.ticking, cancelInFlight: true)
  }

  func flash(_ state: inout State) -> Effect<Action> {
    guard state.refusal != nil else { return .none }
    state.entry.isFlashing = true
    return .run { [clock] send in
      try await clock.sleep(for: Self.flashInterval)
      await send(.inner(.flashEnded))
    }
    .cancellable(id: CancelID.flash, cancelInFlight: true)
  }

  func changeScene(_ state: inout State, from before: State.Scene) -> Effect<Action> {
    let after = state.scene
    var effects: [Effect<Action>] = []
    if before.prompt != after.prompt {
      effects.append(forgetEntry(&state, keeping: after.prompt))
    }
    // A new review starts at its first row.
    if before.review != after.review, after.review != nil { state.chosen = 0 }
    if before.showsPhrase, !after.showsPhrase {
      effects.append(.run { [secrets] _ in secrets.hide() })
    }
    if before.routeID != after.routeID {
      let covered = cover(&state, from: before)
      state.chosen = covered?.chosen ?? state.firstChoice
      state.sheet = covered?.sheet
      state.isSearching = covered?.isSearching ?? false
      state.alert = nil
      effects.append(
        appear(
          &state, isNewBottom: before.bottomID != after.bottomID, isUncovered: covered != nil))
    }
    return .merge(effects)
  }

  /// Stores the state covered by the unlock screen, and returns it when the same screen is back.
  private func cover(_ state: inout State, from before: State.Scene) -> Covered? {
    if state.scene.isLocked {
      if !before.isLocked {
        state.covered = Covered(
          routeID: before.routeID, chosen: state.chosen,
          sheet: state.sheet == .passcode ? nil : state.sheet, isSearching: state.isSearching)
      }
      return nil
    }
    defer { state.covered = nil }
    return state.covered?.routeID == state.scene.routeID ? state.covered : nil
  }

  /// Sends `appeared` to a screen; Home gets it here only once, later from the wallet.
  ///
  /// - Parameters:
  ///   - isNewBottom: True if the stack of screens was replaced.
  ///   - isUncovered: True if the screen existed before the wallet was locked; then the typed text
  ///     is kept.
  func appear(
    _ state: inout State, isNewBottom: Bool, isUncovered: Bool = false
  ) -> Effect<Action> {
    switch state.top {
    case .create: return tellTop(state, .create(.view(.appeared)))
    case .home: return isNewBottom ? tellTop(state, .home(.view(.appeared))) : .none
    case .send(let send):
      let look = tellTop(state, .send(.view(.appeared)))
      state.staleSeconds = 0
      if isUncovered { return look }
      state.form = PaymentForm()
      state.form.recipient.replace(by: send.recipientText)
      state.form.amount.replace(by: send.amountText)
      return look
    case .replace: return tellTop(state, .replace(.view(.started)))
    case .profile: return tellTop(state, .profile(.view(.appeared)))
    case .contacts: return tellTop(state, .contacts(.view(.appeared)))
    case .networks: return tellTop(state, .networks(.view(.appeared)))
    case .session: return tellTop(state, .session(.view(.appeared)))
    case .unlock, nil: return .none
    }
  }

  /// Sends an action to the screen on top.
  func tellTop(_ state: State, _ action: WalletScreen.Action) -> Effect<Action> {
    guard let id = state.wallet?.routes.last?.id else { return .none }
    return .send(.wallet(.router(.routeAction(id: id, action: action))))
  }
}
