public import Headrace

/// A question as a screen of a route stack.
///
/// ```swift
/// @Reducer enum MailScreen {
///   case letter(Letter)
///   case question(RouteAlert<MailAnswer>)
/// }
/// …
/// state.question = state.routes.presentForResult(
///   .cover(.question(RouteAlert.State(AlertState(.confirm, …)))))
/// …
/// .routeResult(
///   \.question, action: \.questionAnswered, routes: \.routes, router: \.router,
///   from: \.question.answered)
/// ```
///
/// On a stack, a question is handled like any other screen: it is guarded, removed by links,
/// counted among the routes and, if its answer is `Codable`, archived. If it needs none of that,
/// `@Presents var alert: AlertState<…>?` is shorter.
///
/// The question's route is removed when it is answered, whatever the answer.
public struct RouteAlert<Answer>: Reducer {
  /// The state of a question.
  public struct State {
    /// The question, as the host shows it.
    public var alert: AlertState<Answer>

    /// Creates a question.
    public init(_ alert: AlertState<Answer>) {
      self.alert = alert
    }
  }

  /// The user's answer, which the host sends.
  public enum Action {
    /// The user tapped a button that has an action.
    case answered(Answer)
    /// The user tapped a button without an action, or closed the question in another way.
    case cancelled
  }

  @Dependency(\.dismiss) private var dismiss

  /// Creates the reducer of a question.
  public init() {}

  /// Removes the route, after the coordinator has seen the answer.
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    .run { [dismiss] _ in await dismiss() }
  }
}

extension RouteAlert.State: Equatable where Answer: Equatable {}
extension RouteAlert.State: Hashable where Answer: Hashable {}
extension RouteAlert.State: Encodable where Answer: Encodable {}
extension RouteAlert.State: Decodable where Answer: Decodable {}
extension RouteAlert.State: Sendable where Answer: Sendable {}
extension RouteAlert.Action: Equatable where Answer: Equatable {}
extension RouteAlert.Action: Hashable where Answer: Hashable {}
extension RouteAlert.Action: Sendable where Answer: Sendable {}

extension RouteAlert.Action: CasePathable {
  /// The case paths of the user's answer.
  public struct AllCasePaths: Sendable {
    /// The path to the tap of a button with an action.
    public var answered: AnyCasePath<RouteAlert<Answer>.Action, Answer> {
      AnyCasePath(
        embed: { .answered($0) },
        extract: { action in
          guard case .answered(let answer) = action else { return nil }
          return answer
        })
    }

    /// The path to the cancellation of the question.
    public var cancelled: AnyCasePath<RouteAlert<Answer>.Action, Void> {
      AnyCasePath(
        embed: { .cancelled },
        extract: { action in
          guard case .cancelled = action else { return nil }
          return ()
        })
    }
  }

  /// The case paths of the user's answer.
  public static var allCasePaths: AllCasePaths { AllCasePaths() }
}
