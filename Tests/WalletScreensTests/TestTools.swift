import Foundation

/// The programs that tests compare the wallet with.
///
/// Where one is missing its tests skip themselves; not so in CI, which sets `HEADRACE_TOOLS`.
enum TestTools {
  /// Whether a missing program is a failure.
  static let areRequired = ProcessInfo.processInfo.environment["HEADRACE_TOOLS"] == "required"

  /// Where a program is, by `PATH`; nil where it isn't.
  static func path(of name: String) -> String? {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin").split(separator: ":")
    return folders.lazy.map { "\($0)/\(name)" }.first {
      FileManager.default.isExecutableFile(atPath: $0)
    }
  }
}
