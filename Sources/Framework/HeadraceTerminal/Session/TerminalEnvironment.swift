internal import Foundation

/// What is known of a terminal from the environment of the process.
public struct TerminalEnvironment: Hashable, Sendable {
  /// How many colours it shows.
  public var colorDepth: ColorDepth
  /// How screens look on it.
  public var theme: Theme
  /// Whether it can only write lines, one after another.
  public var isDumb: Bool

  /// Creates it from its parts.
  public init(colorDepth: ColorDepth = .full, theme: Theme = .dark, isDumb: Bool = false) {
    self.colorDepth = colorDepth
    self.theme = theme
    self.isDumb = isDumb
  }

  /// Reads environment variables.
  ///
  /// A `NO_COLOR` that is not empty disables all colours. `COLORTERM` of `truecolor` or `24bit`
  /// enables all, and a `TERM` with `256color` a palette. `COLORFGBG`, which some terminals set,
  /// distinguishes a light background from a dark one. With `TERM=dumb`, or without `TERM`, lines
  /// are written. In a locale with another encoding than UTF-8 only ASCII is written.
  ///
  /// - Parameter variables: The variables, by their names.
  /// - SeeAlso: https://no-color.org
  public init(_ variables: [String: String]) {
    let term = variables["TERM"] ?? ""
    isDumb = term.isEmpty || term == "dumb"
    if !(variables["NO_COLOR"] ?? "").isEmpty || isDumb {
      colorDepth = .none
    } else if ["truecolor", "24bit"].contains(variables["COLORTERM"] ?? "")
      || term.hasSuffix("-direct")
    {
      colorDepth = .full
    } else {
      colorDepth = term.contains("256color") || term.contains("kitty") ? .palette : .sixteen
    }
    let background = variables["COLORFGBG"]?.split(separator: ";").last.flatMap { Int($0) }
    let isLight = background.map { $0 == 7 || (9...15).contains($0) } ?? false
    theme = colorDepth == .none ? .plain : isLight ? .light : .dark
    // The console of Linux shows neither rounded corners nor Braille.
    if term == "linux" { theme.drawsLines = false }
    if !Self.isUTF8(variables) { theme.isASCII = true }
  }

  /// Whether a locale's encoding is UTF-8, by its name; it need not be installed.
  ///
  /// As POSIX says, `LC_ALL` counts before `LC_CTYPE`, and that before `LANG`; an empty one counts
  /// as none. `C` and `POSIX` are ASCII, and a name such as `ko_KR.eucKR` ends with its encoding.
  /// Where no locale is set, or its name has no encoding, nothing is known of the terminal, and it
  /// is taken for one of today: UTF-8.
  ///
  /// - Parameter variables: Environment variables, by their names.
  public static func isUTF8(_ variables: [String: String]) -> Bool {
    let named = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { variables[$0] }
    guard let locale = named.first(where: { !$0.isEmpty }) else { return true }
    let name = locale.prefix { $0 != "@" }
    if name == "C" || name == "POSIX" { return false }
    guard let point = name.firstIndex(of: ".") else { return true }
    let encoding = name[name.index(after: point)...].lowercased().filter { $0 != "-" && $0 != "_" }
    return encoding == "utf8"
  }

  /// The environment of this process.
  public static var process: Self { Self(ProcessInfo.processInfo.environment) }
}
