public import Foundation
public import Headrace

/// Asks for a passcode: creates one, verifies one, or changes one.
///
/// It works in any app: ``PasscodeClient`` has both the typed passcode and the one that was set. No
/// digit passes through the feature. The app reports how many characters are typed, and a lower
/// number after a deletion.
///
/// ```swift
/// Scope(state: \.passcode, action: \.passcode) { EnterPasscode() }
/// ```
@Reducer
public struct EnterPasscode {
  /// The state of the flow.
  @ObservableState
  public struct State: Equatable, Sendable {
    /// The purpose for which the passcode is requested.
    public let mode: Mode
    /// The app's requirements on a passcode.
    public let rules: PasscodeRules
    /// The kind of passcode that is being typed.
    public var kind: PasscodeKind
    /// The current step of the flow.
    public var step: Step
    /// The number of characters typed.
    public var count = 0
    /// The failure of the last step; the current step says what to repeat.
    public var failure: PasscodeFailure?
    /// The number of passcodes that may be tried.
    public var standing = PasscodeStanding.unlimited
    /// The seconds left to wait until a passcode may be tried.
    public var remainingSeconds = 0
    /// The number of wrong passcodes tried since the feature began.
    public var wrongCount = 0
    /// True for a short time after a refusal.
    public var isFlashing = false
    /// True while a request to the client is in flight; only one is made at a time.
    public var isWorking = false
    /// The way in which the person can be recognised instead of typing.
    public var biometrics = Biometrics.unavailable

    /// Creates the flow.
    ///
    /// - Parameters:
    ///   - mode: The purpose for which the passcode is requested.
    ///   - rules: The app's requirements on a passcode.
    ///   - kind: The kind that the passcode probably has; nil for the first of the rules.
    public init(_ mode: Mode, rules: PasscodeRules = PasscodeRules(), kind: PasscodeKind? = nil) {
      self.mode = mode
      self.rules = rules
      self.kind = kind.flatMap { rules.kinds.contains($0) ? $0 : nil } ?? rules.kinds[0]
      step = mode == .create ? .choosing(nil) : .verifying
    }

    /// The moment from which a passcode may be tried again; nil if one may be tried now.
    public var backedOffUntil: Date? {
      if case .backedOff(let date) = standing { date } else { nil }
    }

    /// The number of wrong passcodes left before a wait; nil if the client does not report it.
    public var triesLeft: Int? {
      if case .tries(let left) = standing { left } else { nil }
    }

    /// True if characters can be typed now; an app passes keys to the entry only then.
    public var isTypable: Bool {
      guard !isWorking else { return false }
      switch step {
      case .verifying: return backedOffUntil == nil
      case .choosing, .repeating: return true
      case .lockedOut, .finished: return false
      }
    }
  }

  /// The purpose for which a passcode is requested.
  public enum Mode: Hashable, Sendable {
    /// To set the first passcode.
    case create
    /// To verify the passcode.
    case verify
    /// To replace the passcode, after verifying the old one.
    case change
  }

  /// The steps of the flow; each case has only the data valid at that point.
  @CasePathable
  public enum Step: Equatable, Sendable {
    /// The passcode that was set is requested.
    case verifying
    /// A new passcode is requested; the leave to change the old one is nil if there is none.
    case choosing(PasscodeLeave?)
    /// The new passcode is requested again.
    case repeating(PasscodeLeave?, PasscodeHandle)
    /// Too many passcodes were wrong.
    case lockedOut
    /// The flow is complete, or was cancelled.
    case finished
  }

  /// The feature's actions.
  public enum Action: Sendable {
    /// Actions of the user, sent by the host.
    case view(View)
    /// Results of effects, sent by the feature itself.
    case inner(Inner)
    /// Actions that the parent handles.
    case delegate(Delegate)
  }

  /// Actions of the user.
  @CasePathable
  public enum View: Equatable, Sendable {
    /// The entry is on the screen.
    case appeared
    /// The number of characters changed, by typing or deleting, while the entry was typable.
    case typed(count: Int)
    /// The typed passcode is complete.
    case submitted
    /// The next kind of the rules was selected.
    case kindToggled
    /// The person wants to be recognised instead of typing.
    case biometricsButtonTapped
    /// The flow was cancelled.
    case cancelButtonTapped
  }

  /// Results of effects.
  @CasePathable
  public enum Inner: Equatable, Sendable {
    /// The number of passcodes that may be tried.
    case standing(PasscodeStanding)
    /// The way in which a person can be recognised.
    case biometrics(Biometrics)
    /// The passcode is the right one.
    case verified
    /// The passcode is the right one, and may be changed.
    case leaveGiven(PasscodeLeave)
    /// A new passcode is deposited, and its kind allows it.
    case chosen(PasscodeHandle)
    /// The new passcode is set.
    case set
    /// The client refused the request.
    case failed(PasscodeFailure)
    /// One second of the wait has passed.
    case secondPassed
    /// A refusal has been shown long enough.
    case flashEnded
  }

  /// Actions that the parent handles.
  @CasePathable
  public enum Delegate: Equatable, Sendable {
    /// The passcode was the right one.
    case verified
    /// A first passcode of this kind is set.
    case created(PasscodeKind)
    /// Another passcode of this kind is set.
    case changed(PasscodeKind)
    /// Too many passcodes were wrong.
    case lockedOut
    /// The flow was cancelled.
    case cancelled
  }

  enum CancelID { case work, standing, countdown, flash }

  @Dependency(\.passcodes) var passcodes
  @Dependency(\.biometrics) var biometrics
  @Dependency(\.continuousClock) var clock
  @Dependency(\.date) var date

  /// Creates the feature.
  public init() {}

  /// Routes each action to its handler.
  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .view(let action): handleViewAction(state: &state, action: action)
      case .inner(let action): handleInnerAction(state: &state, action: action)
      case .delegate: .none
      }
    }
  }
}

// MARK: - Handling What the User Did

extension EnterPasscode {
  private func handleViewAction(state: inout State, action: View) -> Effect<Action> {
    switch action {
    case .appeared: return lookAround(state)
    case .cancelButtonTapped: return cancel(&state)
    case .typed(let count):
      // Characters typed at the wrong time are cleared, unless a passcode is being deposited.
      guard state.isTypable else { return state.isWorking ? .none : clear() }
      return take(&state, count: count)
    case .submitted: return state.isTypable ? submit(&state) : .none
    case .kindToggled: return state.isTypable ? toggleKind(&state) : .none
    case .biometricsButtonTapped:
      guard state.isTypable, state.step == .verifying, state.biometrics != .unavailable else {
        return .none
      }
      return .merge(recognize(&state), clear())
    }
  }

  private func lookAround(_ state: State) -> Effect<Action> {
    guard state.step == .verifying else { return .none }
    return .merge(
      askStanding(),
      .run { [biometrics] send in
        await send(.inner(.biometrics(await biometrics.availability())))
      })
  }

  private func take(_ state: inout State, count: Int) -> Effect<Action> {
    state.count = count
    let calm: Effect<Action> = state.isFlashing ? .cancel(id: CancelID.flash) : .none
    state.isFlashing = false
    // With the last digit, the passcode is complete.
    guard case .digits(count) = state.kind else { return calm }
    return .merge(calm, submit(&state))
  }

  private func submit(_ state: inout State) -> Effect<Action> {
    // The last digit submitted the passcode, so a Return after it finds an empty entry.
    if case .digits = state.kind, state.count == 0 { return .none }
    switch state.step {
    case .verifying:
      if let failure = state.kind.refusal(ofTyped: state.count) { return refuse(&state, failure) }
      return verify(&state) { [passcodes] in await passcodes.deposit() }
    case .choosing:
      if let failure = state.kind.refusal(ofChosen: state.count) { return refuse(&state, failure) }
      return choose(&state)
    case .repeating(let leave, let first):
      if let failure = state.kind.refusal(ofTyped: state.count) { return refuse(&state, failure) }
      return set(&state, leave, first)
    case .lockedOut, .finished:
      return .none
    }
  }

  private func toggleKind(_ state: inout State) -> Effect<Action> {
    let next = state.rules.kind(after: state.kind)
    guard next != state.kind else { return .none }
    state.kind = next
    state.count = 0
    state.failure = nil
    guard case .repeating(let leave, let first) = state.step else { return clear() }
    state.step = .choosing(leave)
    return .merge(clear(), discard(first))
  }

  private func cancel(_ state: inout State) -> Effect<Action> {
    let step = state.step
    // A set in progress finishes first: otherwise it would be unknown which passcode is valid.
    guard step != .finished, !(state.isWorking && step.is(\.repeating)) else { return .none }
    state.step = .finished
    state.count = 0
    state.isWorking = false
    var effects: [Effect<Action>] = [
      .cancel(id: CancelID.work), .cancel(id: CancelID.countdown), clear(),
    ]
    if case .repeating(_, let first) = step { effects.append(discard(first)) }
    effects.append(.send(.delegate(.cancelled)))
    return .concatenate(effects)
  }

  func clear() -> Effect<Action> {
    .run { [passcodes] _ in await passcodes.clear() }
  }

  func discard(_ passcode: PasscodeHandle) -> Effect<Action> {
    .run { [passcodes] _ in await passcodes.discard(passcode) }
  }
}

// MARK: - Asking the Client

extension EnterPasscode {
  func askStanding() -> Effect<Action> {
    .run { [passcodes] send in await send(.inner(.standing(await passcodes.standing()))) }
      .cancellable(id: CancelID.standing, cancelInFlight: true)
  }

  private func verify(
    _ state: inout State, _ passcode: @escaping @Sendable () async throws -> PasscodeHandle
  ) -> Effect<Action> {
    let isChange = state.mode == .change
    let question = ask(&state) { [passcodes] in
      let passcode = try await passcode()
      if isChange { return .leaveGiven(try await passcodes.authorizeChange(passcode)) }
      try await passcodes.check(passcode)
      return .verified
    }
    // A standing read before this try is outdated after it.
    return .merge(.cancel(id: CancelID.standing), question)
  }

  private func recognize(_ state: inout State) -> Effect<Action> {
    verify(&state) { [biometrics] in try await biometrics.recognize() }
  }

  private func choose(_ state: inout State) -> Effect<Action> {
    let kind = state.kind
    return ask(&state) { [passcodes] in
      let passcode = await passcodes.deposit()
      do {
        try await passcodes.judge(kind, passcode)
      } catch {
        await passcodes.discard(passcode)
        throw error
      }
      return .chosen(passcode)
    }
  }

  private func set(
    _ state: inout State, _ leave: PasscodeLeave?, _ first: PasscodeHandle
  ) -> Effect<Action> {
    let kind = state.kind
    return ask(&state) { [passcodes] in
      let confirmation = await passcodes.deposit()
      if let leave {
        try await passcodes.change(leave, kind, first, confirmation)
      } else {
        try await passcodes.set(kind, first, confirmation)
      }
      return .set
    }
  }

  private func ask(
    _ state: inout State, _ question: @escaping @Sendable () async throws -> Inner
  ) -> Effect<Action> {
    state.isWorking = true
    state.count = 0
    state.failure = nil
    return .run { send in
      await send(.inner(try await question()))
    } catch: { error, send in
      await send(.inner(.failed(PasscodeFailure(error))))
    }
    .cancellable(id: CancelID.work)
  }
}
