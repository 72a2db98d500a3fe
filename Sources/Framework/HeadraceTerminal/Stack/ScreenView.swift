/// The view of one screen of a route stack: its name, its content and its key hints.
public struct ScreenView: Sendable {
  /// The name of the screen, shown in the breadcrumb or above a sheet.
  public var title: String
  /// Keys and their meanings, the most important first.
  public var hints: [(key: String, meaning: String)]
  /// The key that shows the hints for which there is no room; `nil` for none.
  public var moreHint: (key: String, meaning: String)?
  /// The content of the screen.
  public var content: any View

  /// Creates the view of a screen.
  ///
  /// - Parameters:
  ///   - title: The name of the screen.
  ///   - hints: Keys and their meanings, the most important first.
  ///   - moreHint: The key that shows the hints for which there is no room.
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
