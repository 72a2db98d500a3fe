import Foundation

/// Texts about a process that the system protects less than it should.
enum ProcessText {
  /// Returns the text for a system that did not forbid core files, or reading the memory.
  static func unguarded(_ errorNumber: Int32) -> String {
    Phrase(
      "the system did not keep the wallet's memory from core files and debuggers: \(String(cString: strerror(errorNumber)))"
    ).text
  }

  /// The text for a system that did not lock the memory of a secret.
  static var unlocked: String {
    Phrase(
      "the system did not lock the memory of the keys, which may get into swap; a higher limit (ulimit -l) prevents that"
    ).text
  }
}
