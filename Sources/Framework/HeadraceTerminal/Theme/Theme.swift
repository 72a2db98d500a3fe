/// The look of screens: one style for each role that text can have.
///
/// A screen names roles, such as `.warning`, so it is readable on dark and light terminals, and
/// with `NO_COLOR`.
public struct Theme: Hashable, Sendable {
  /// Normal text.
  public var text = Style.plain
  /// Less important text: ages, units, hints.
  public var secondary = Style(.plain, .dim)
  /// The names of screens and sheets.
  public var title = Style(.plain, .bold)
  /// The next possible actions, and the element that has the focus.
  public var accent = Style(.plain, .bold)
  /// A success.
  public var success = Style.plain
  /// Something to check before proceeding.
  public var warning = Style(.plain, .bold)
  /// A failure, or an operation that can't be undone.
  public var failure = Style(.plain, .bold)
  /// The selected row or button.
  public var selection = Style(.plain, .reverse)
  /// Lines around and between parts.
  public var border = Style(.plain, .dim)
  /// Content below a sheet or an alert.
  public var dimmed = Style(.plain, .dim)
  /// The points and lines of charts.
  public var chart = Style.plain

  /// True if lines and pictures may be drawn with characters beyond ASCII.
  public var drawsLines = true

  /// True if the terminal shows only ASCII; signs are then replaced by similar ones.
  ///
  /// A screen should omit what it can't show without other characters. Such a terminal draws no
  /// lines.
  public var isASCII = false {
    didSet { if isASCII { drawsLines = false } }
  }

  /// Creates a theme without colours, which distinguishes roles by bold, dim and reversed text.
  public init() {}

  /// A theme without colours.
  public static let plain = Theme()

  /// Colours for light text on a dark terminal.
  public static let dark = colored(
    accent: .rgb(0x7A, 0xC4, 0xFF), success: .rgb(0x7F, 0xD9, 0x8A),
    warning: .rgb(0xF2, 0xC1, 0x4E), failure: .rgb(0xFF, 0x7B, 0x72),
    faint: .rgb(0x9A, 0xA5, 0xB1), selection: .rgb(0x1F, 0x4B, 0x73), selected: .rgb(255, 255, 255))

  /// Colours for dark text on a light terminal.
  public static let light = colored(
    accent: .rgb(0x0B, 0x5C, 0xAD), success: .rgb(0x1B, 0x7F, 0x37),
    warning: .rgb(0x8A, 0x5A, 0x00), failure: .rgb(0xB3, 0x1D, 0x28),
    faint: .rgb(0x5B, 0x64, 0x70), selection: .rgb(0xCF, 0xE4, 0xFA), selected: .rgb(0, 0, 0))

  private static func colored(
    accent: Color, success: Color, warning: Color, failure: Color, faint: Color, selection: Color,
    selected: Color
  ) -> Theme {
    var theme = Theme()
    theme.secondary = Style(faint)
    theme.accent = Style(accent, .bold)
    theme.success = Style(success)
    theme.warning = Style(warning, .bold)
    theme.failure = Style(failure, .bold)
    theme.selection = Style(selected, on: selection, .bold)
    theme.border = Style(faint)
    theme.dimmed = Style(faint)
    theme.chart = Style(accent)
    return theme
  }
}

extension Style {
  /// Creates a style with additional traits.
  fileprivate init(_ style: Style, _ traits: Traits) {
    self = style.adding(traits)
  }

  fileprivate init(_ foreground: Color, _ traits: Traits) {
    self.init(foreground, on: .terminal, traits)
  }
}

/// The role of a text on a screen, for which the theme has a style.
public enum StyleRole: CaseIterable, Hashable, Sendable {
  /// Normal text.
  case text
  /// Less important text: ages, units, hints.
  case secondary
  /// The names of screens and sheets.
  case title
  /// The next possible actions, and the element that has the focus.
  case accent
  /// A success.
  case success
  /// Something to check before proceeding.
  case warning
  /// A failure, or an operation that can't be undone.
  case failure
  /// The selected row or button.
  case selection
  /// Lines around and between parts.
  case border
  /// Content below a sheet or an alert.
  case dimmed
  /// The points and lines of charts.
  case chart
}

extension Theme {
  /// The style of a role.
  public subscript(_ role: StyleRole) -> Style {
    switch role {
    case .text: text
    case .secondary: secondary
    case .title: title
    case .accent: accent
    case .success: success
    case .warning: warning
    case .failure: failure
    case .selection: selection
    case .border: border
    case .dimmed: dimmed
    case .chart: chart
    }
  }
}
