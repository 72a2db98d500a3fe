/// What one screen of a route stack shows: its name, its content, and what the user can do.
public struct ScreenView: Sendable {
  /// The name of the screen, as in the breadcrumb and above a sheet.
  public var title: String
  /// Keys and what they do, the most important first.
  public var hints: [(key: String, meaning: String)]
  /// The key that shows the hints without room; nil for none.
  public var moreHint: (key: String, meaning: String)?
  /// What the screen shows.
  public var content: any View

  /// Creates what a screen shows.
  ///
  /// - Parameters:
  ///   - title: The name of the screen.
  ///   - hints: Keys and what they do, the most important first.
  ///   - moreHint: The key that shows the hints without room.
  ///   - content: The views of the screen, from the top.
  public init(
    _ title: String, hints: [(key: String, meaning: String)] = [],
    moreHint: (key: String, meaning: String)? = nil,
    @ViewBuilder content: () -> [any View]
  ) {
    self.title = title
    self.hints = hints
    self.moreHint = moreHint
    let views = content()
    self.content = views.count == 1 ? views[0] : Column { views }
  }
}
