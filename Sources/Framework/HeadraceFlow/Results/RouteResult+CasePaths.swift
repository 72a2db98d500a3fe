public import Headrace

extension RouteResult: CasePathable {
  /// The case paths of the end of a request.
  public struct AllCasePaths: Sendable {
    /// The path to the answer of a screen.
    public var answered: AnyCasePath<RouteResult, Value> {
      AnyCasePath(
        embed: { .answered($0) },
        extract: { result in
          guard case .answered(let value) = result else { return nil }
          return value
        })
    }

    /// The path to the removal of a screen without an answer.
    public var cancelled: AnyCasePath<RouteResult, Void> {
      AnyCasePath(
        embed: { .cancelled },
        extract: { result in
          guard case .cancelled = result else { return nil }
          return ()
        })
    }
  }

  /// The case paths of the end of a request.
  public static var allCasePaths: AllCasePaths { AllCasePaths() }
}
