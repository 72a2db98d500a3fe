import Headrace

/// An operator that must know what the guards below it are asking.
enum AskedOperator: String {
  case deepLinks, restoring, routeResult

  /// The operator's mistake while a guard is asking, as a part of a sentence.
  private var mistake: String {
    switch self {
    case .deepLinks: "a link as dropped while a guard asks about it, although its stack"
    case .restoring: "an archive as refused while a guard asks about it, although its stack"
    case .routeResult:
      "a request as cancelled while a guard asks about its screen, although the screen"
    }
  }

  /// Reports, on seeing an answer, that the property of the guards' question was not passed to the
  /// operator.
  ///
  /// It is called only after the operator has reported an end that is not certain.
  ///
  /// - Returns: True if this was reported.
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
