import Headrace

/// An operator that must know what the guards below it ask.
enum AskedOperator: String {
  case deepLinks, restoring, routeResult

  /// What the operator does while a guard asks.
  private var mistake: String {
    switch self {
    case .deepLinks: "a link as dropped while a guard asks about it, although its stack"
    case .restoring: "an archive as refused while a guard asks about it, although its stack"
    case .routeResult:
      "a request as cancelled while a guard asks about its screen, although the screen"
    }
  }

  /// Reports, if it sees an answer, that the operator was not given the property of the guards'
  /// question. It checks only after it has reported an end that is not certain.
  ///
  /// - Returns: Whether it was reported.
  func reportsAnswer<Screen, ScreenAction>(
    in action: IndexedRouterAction<Screen, ScreenAction>?, at site: CallSite
  ) -> Bool {
    guard case .guarded(.answered)? = action else { return false }
    reportMisuse(
      """
      A guard has asked a question, but '\(rawValue)' was not given the property that holds it.

      The '\(rawValue)' at \(site) reports \(mistake) may still be shown. Pass 'asking:' with the \
      property that 'routeGuard(asking:)' has.
      """, at: site)
    return true
  }
}
