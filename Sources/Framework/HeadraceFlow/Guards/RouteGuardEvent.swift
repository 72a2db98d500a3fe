public import Headrace

/// An event of guards that a coordinator receives as an action:
/// `.router(.guarded(.rejected(let it)))`.
public enum RouteGuardEvent<Screen> {
  /// A proposed change was refused; the stack is unchanged.
  case rejected(RouteRejection<Screen>)

  /// Another stack has replaced a proposed one.
  case redirected(RouteRedirection<Screen>)

  /// A guard that had to ask has its answer.
  ///
  /// If the answer allows the change, the stack has already changed.
  case answered(RouteGuardAnswer<Screen>)
}

extension RouteGuardEvent: Equatable where Screen: Equatable {}
extension RouteGuardEvent: Sendable where Screen: Sendable {}
extension RouteGuardEvent: Codable where Screen: Codable {}

/// A refused change.
public struct RouteRejection<Screen> {
  /// The cause of the refusal.
  public enum Cause: Hashable, Codable, Sendable {
    /// A guard refused it.
    case guarded
    /// A guard was asking about another change.
    case busy
    /// A later change replaced it while a guard was asking.
    case superseded
    /// An error was thrown while a guard was asking.
    case failed
  }

  /// The proposed stack.
  public let proposed: [Route<Screen>]

  /// The cause of the refusal.
  public let cause: Cause

  /// The reason, worded for the author or, if the guard does so, for the user.
  public let reason: String

  /// Creates a rejection, for example for a test.
  public init(proposed: [Route<Screen>], cause: Cause = .guarded, reason: String) {
    self.proposed = proposed
    self.cause = cause
    self.reason = reason
  }
}

extension RouteRejection: Equatable where Screen: Equatable {}
extension RouteRejection: Sendable where Screen: Sendable {}
extension RouteRejection: Codable where Screen: Codable {}

/// A change that was replaced by another.
public struct RouteRedirection<Screen> {
  /// The proposed stack.
  public let proposed: [Route<Screen>]

  /// The stack that replaced it.
  public let taken: [Route<Screen>]

  /// Creates a redirection, for example for a test.
  public init(proposed: [Route<Screen>], taken: [Route<Screen>]) {
    self.proposed = proposed
    self.taken = taken
  }
}

extension RouteRedirection: Equatable where Screen: Equatable {}
extension RouteRedirection: Sendable where Screen: Sendable {}
extension RouteRedirection: Codable where Screen: Codable {}

/// The answer to a guard's question.
public struct RouteGuardAnswer<Screen> {
  /// The id of the question.
  public let id: RouteQuestion<Screen>.ID

  /// The answer, or a failure with the description of an error that the guard threw.
  public let outcome: Outcome

  /// The outcome of asking.
  public enum Outcome {
    /// The guard has answered.
    case result(RouteGuardResult<Screen>)
    /// The guard threw an error, described here.
    case failure(String)
  }

  /// Creates an answer, for example for a test.
  public init(id: RouteQuestion<Screen>.ID, outcome: Outcome) {
    self.id = id
    self.outcome = outcome
  }
}

extension RouteGuardAnswer: Equatable where Screen: Equatable {}
extension RouteGuardAnswer: Sendable where Screen: Sendable {}
extension RouteGuardAnswer: Codable where Screen: Codable {}
extension RouteGuardAnswer.Outcome: Equatable where Screen: Equatable {}
extension RouteGuardAnswer.Outcome: Sendable where Screen: Sendable {}
extension RouteGuardAnswer.Outcome: Codable where Screen: Codable {}

// MARK: - Case Paths

extension RouteGuardEvent: CasePathable {
  /// The case paths of a guard's events.
  public struct AllCasePaths: Sendable {
    /// The path to a refused change.
    public var rejected: AnyCasePath<RouteGuardEvent, RouteRejection<Screen>> {
      AnyCasePath(
        embed: { .rejected($0) },
        extract: { event in
          guard case .rejected(let rejection) = event else { return nil }
          return rejection
        })
    }

    /// The path to a redirected change.
    public var redirected: AnyCasePath<RouteGuardEvent, RouteRedirection<Screen>> {
      AnyCasePath(
        embed: { .redirected($0) },
        extract: { event in
          guard case .redirected(let redirection) = event else { return nil }
          return redirection
        })
    }

    /// The path to the answer of a guard that had to ask.
    public var answered: AnyCasePath<RouteGuardEvent, RouteGuardAnswer<Screen>> {
      AnyCasePath(
        embed: { .answered($0) },
        extract: { event in
          guard case .answered(let answer) = event else { return nil }
          return answer
        })
    }
  }

  /// The case paths of a guard's events.
  public static var allCasePaths: AllCasePaths { AllCasePaths() }
}
