public import Headrace

/// An event of its guards that a coordinator receives as an action: `.router(.guarded(.rejected(let
/// it)))`.
public enum RouteGuardEvent<Screen> {
  /// A proposed change was refused; the stack is as it was.
  case rejected(RouteRejection<Screen>)

  /// Another stack has replaced a proposed one.
  case redirected(RouteRedirection<Screen>)

  /// A guard that had to ask has its answer. If the answer allows the change, the stack has already
  /// changed.
  case answered(RouteGuardAnswer<Screen>)
}

extension RouteGuardEvent: Equatable where Screen: Equatable {}
extension RouteGuardEvent: Sendable where Screen: Sendable {}
extension RouteGuardEvent: Codable where Screen: Codable {}

/// A change that was refused.
public struct RouteRejection<Screen> {
  /// What refused it.
  public enum Cause: Hashable, Codable, Sendable {
    /// A guard.
    case guarded
    /// Another change that a guard is asking about.
    case busy
    /// A later change, which replaced it while a guard asked.
    case superseded
    /// An error, thrown while a guard asked.
    case failed
  }

  /// The stack that was proposed.
  public let proposed: [Route<Screen>]

  /// What refused the change.
  public let cause: Cause

  /// The reason, worded for the author, or for the user if the guard does so.
  public let reason: String

  /// Creates a rejection, as for a test.
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
  /// The stack that was proposed.
  public let proposed: [Route<Screen>]

  /// The stack that replaced it.
  public let taken: [Route<Screen>]

  /// Creates a redirection, as for a test.
  public init(proposed: [Route<Screen>], taken: [Route<Screen>]) {
    self.proposed = proposed
    self.taken = taken
  }
}

extension RouteRedirection: Equatable where Screen: Equatable {}
extension RouteRedirection: Sendable where Screen: Sendable {}
extension RouteRedirection: Codable where Screen: Codable {}

/// The answer to a question of a guard.
public struct RouteGuardAnswer<Screen> {
  /// The question.
  public let id: RouteQuestion<Screen>.ID

  /// The answer, or a failure with the error's description if the guard threw an error.
  public let outcome: Outcome

  /// The outcome of asking.
  public enum Outcome {
    /// The guard has answered.
    case result(RouteGuardResult<Screen>)
    /// The guard threw an error, described here.
    case failure(String)
  }

  /// Creates an answer, as for a test.
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
    /// A proposed change was refused.
    public var rejected: AnyCasePath<RouteGuardEvent, RouteRejection<Screen>> {
      AnyCasePath(
        embed: { .rejected($0) },
        extract: { event in
          guard case .rejected(let rejection) = event else { return nil }
          return rejection
        })
    }

    /// Another stack has replaced a proposed one.
    public var redirected: AnyCasePath<RouteGuardEvent, RouteRedirection<Screen>> {
      AnyCasePath(
        embed: { .redirected($0) },
        extract: { event in
          guard case .redirected(let redirection) = event else { return nil }
          return redirection
        })
    }

    /// A guard that had to ask has its answer.
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
