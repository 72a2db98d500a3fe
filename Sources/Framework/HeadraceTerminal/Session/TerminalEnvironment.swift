internal import Foundation

/// The properties of a terminal that follow from the environment of the process.
public struct TerminalEnvironment: Hashable, Sendable {
  /// The number of colours that the terminal shows.
  public var colorDepth: ColorDepth
  /// The theme of the screens.
  public var theme: Theme
  /// True if the terminal can only write lines, one after another.
  public var isDumb: Bool

  /// Creates an environment from its parts.
  public init(colorDepth: ColorDepth = .full, theme: Theme = .dark, isDumb: Bool = false) {
    self.colorDepth = colorDepth
    self.theme = theme
    self.isDumb = isDumb
  }

  /// Reads environment variables.
  ///
  /// A `NO_COLOR` that is not empty disables all colours. `COLORTERM` of `truecolor` or `24bit`
  /// enables all, and a `TERM` with `256color` a palette. `COLORFGBG`, which some terminals set,
  /// distinguishes a light background from a dark one. If `TERM` is `dumb` or missing, lines are
  /// written. In a locale whose encoding is not UTF-8, only ASCII is written.
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
    // The Linux console shows neither rounded corners nor Braille.
    if term == "linux" { theme.drawsLines = false }
    if !Self.isUTF8(variables) { theme.isASCII = true }
  }

  /// Returns `true` if the name of the locale says UTF-8; the locale need not be installed.
  ///
  /// As POSIX requires, `LC_ALL` takes precedence over `LC_CTYPE`, and that over `LANG`; an empty
  /// variable counts as unset. `C` and `POSIX` are ASCII, and a name such as `ko_KR.eucKR` ends
  /// with its encoding. If no locale is set, or its name has no encoding, the terminal is assumed
  /// to use UTF-8, as current ones do.
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
