public import Foundation
public import Headrace

/// Asks for a passcode: creates one, verifies one, or changes one.
///
/// It is for any app: what is typed, and the passcode that was set, are behind ``PasscodeClient``.
/// No digit passes through here. The app says how many characters are typed; deleting one makes
/// them fewer.
///
/// ```swift
/// Scope(state: \.passcode, action: \.passcode) { EnterPasscode() }
/// ```
@Reducer
public struct EnterPasscode {
  /// How far the flow has come.
  @ObservableState
  public struct State: Equatable, Sendable {
    /// What the passcode is asked for.
    public let mode: Mode
    /// What the app asks of a passcode.
    public let rules: PasscodeRules
    /// What the passcode that is typed consists of.
    public var kind: PasscodeKind
    /// Where the flow stands.
    public var step: Step
    /// How many characters are typed.
    public var count = 0
    /// Why the last step was refused; the step says what to try again.
    public var failure: PasscodeFailure?
    /// How many passcodes may be tried.
    public var standing = PasscodeStanding.unlimited
    /// How many seconds are left to wait, while nothing may be tried.
    public var remainingSeconds = 0
    /// How many wrong passcodes were tried since the feature began.
    public var wrongCount = 0
    /// Whether something was refused a moment ago.
    public var isFlashing = false
    /// Whether the client is asked something. It is asked one thing at a time.
    public var isWorking = false
    /// How the person can be recognised instead of typing.
    public var biometrics = Biometrics.unavailable

    /// Creates the flow.
    ///
    /// - Parameters:
    ///   - mode: What the passcode is asked for.
    ///   - rules: What the app asks of a passcode.
    ///   - kind: What the passcode is likely to consist of; nil for the first of the rules.
    public init(_ mode: Mode, rules: PasscodeRules = PasscodeRules(), kind: PasscodeKind? = nil) {
      self.mode = mode
      self.rules = rules
      self.kind = kind.flatMap { rules.kinds.contains($0) ? $0 : nil } ?? rules.kinds[0]
      step = mode == .create ? .choosing(nil) : .verifying
    }

    /// The moment before which nothing is tried; nil where something may be.
    public var backedOffUntil: Date? {
      if case .backedOff(let date) = standing { date } else { nil }
    }

    /// How many wrong ones may be tried until waiting begins; nil where the client does not tell.
    public var triesLeft: Int? {
      if case .tries(let left) = standing { left } else { nil }
    }

    /// Whether anything can be typed now; an app takes keys for the entry only then.
    public var isTypable: Bool {
      guard !isWorking else { return false }
      switch step {
      case .verifying: return backedOffUntil == nil
      case .choosing, .repeating: return true
      case .lockedOut, .finished: return false
      }
    }
  }

  /// What a passcode is asked for.
  public enum Mode: Hashable, Sendable {
    /// To set the first one.
    case create
    /// To know that it is the right one.
    case verify
    /// To set another one, which the right one allows.
    case change
  }

  /// Where the flow stands. Each case holds just the data valid at that point.
  @CasePathable
  public enum Step: Equatable, Sendable {
    /// The passcode that was set is asked.
    case verifying
    /// A new one is asked; leave to change the old one, where there is an old one.
    case choosing(PasscodeLeave?)
    /// The new one is asked once more.
    case repeating(PasscodeLeave?, PasscodeHandle)
    /// Too many were wrong.
    case lockedOut
    /// It is done, or was given up.
    case finished
  }

  /// What can happen.
  public enum Action: Sendable {
    /// What the user did; a host sends these.
    case view(View)
    /// What came back; the feature sends these to itself.
    case inner(Inner)
    /// What the parent is told.
    case delegate(Delegate)
  }

  /// What the user did.
  @CasePathable
  public enum View: Equatable, Sendable {
    /// The entry is on the screen.
    case appeared
    /// Something was typed or deleted, while it was typable; so many characters are there.
    case typed(count: Int)
    /// What is typed is complete.
    case submitted
    /// The next of the rules' kinds is to be typed.
    case kindToggled
    /// The person is to be recognised instead of typing.
    case biometricsButtonTapped
    /// The flow is given up.
    case cancelButtonTapped
  }

  /// What came back.
  @CasePathable
  public enum Inner: Equatable, Sendable {
    /// So many passcodes may be tried.
    case standing(PasscodeStanding)
    /// A person can be recognised in this way.
    case biometrics(Biometrics)
    /// The passcode is the right one.
    case verified
    /// The passcode is the right one, and may be changed.
    case leaveGiven(PasscodeLeave)
    /// A new passcode is deposited, and allowed by its kind.
    case chosen(PasscodeHandle)
    /// The new passcode is set.
    case set
    /// The client refused.
    case failed(PasscodeFailure)
    /// A second of the wait is over.
    case secondPassed
    /// A refusal has been shown long enough.
    case flashEnded
  }

  /// What the parent is told.
  @CasePathable
  public enum Delegate: Equatable, Sendable {
    /// The passcode was the right one.
    case verified
    /// A first passcode of this kind is set.
    case created(PasscodeKind)
    /// Another passcode of this kind is set.
    case changed(PasscodeKind)
    /// Too many were wrong.
    case lockedOut
    /// The flow was given up.
    case cancelled
  }

  enum CancelID { case work, standing, countdown, flash }

  @Dependency(\.passcodes) var passcodes
  @Dependency(\.biometrics) var biometrics
  @Dependency(\.continuousClock) var clock
  @Dependency(\.date) var date

  /// Creates the feature.
  public init() {}

  /// Routes what happened to its handler.
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
      // What is typed while nothing is asked is forgotten; what is being deposited is not.
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
    // The last digit says that it is the last.
    guard case .digits(count) = state.kind else { return calm }
    return .merge(calm, submit(&state))
  }

  private func submit(_ state: inout State) -> Effect<Action> {
    // The last digit went on by itself, and Return after it comes to an empty entry.
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
    // What is being set ends first: else it would be unknown which passcode is the right one.
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
    // How things stood before this try is no news after it.
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
