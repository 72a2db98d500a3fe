import Foundation

/// The programs that tests compare the wallet with.
///
/// If one is missing, its tests skip themselves; not so in CI, which sets `HEADRACE_TOOLS`.
enum TestTools {
  /// True if a missing program is a failure.
  static let areRequired = ProcessInfo.processInfo.environment["HEADRACE_TOOLS"] == "required"

  /// Returns the path of a program, by `PATH`; nil if it is missing.
  static func path(of name: String) -> String? {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin").split(separator: ":")
    return folders.lazy.map { "\($0)/\(name)" }.first {
      FileManager.default.isExecutableFile(atPath: $0)
    }
  }
}
