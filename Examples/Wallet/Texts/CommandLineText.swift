import Foundation

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The command line as the system provides it, before it is parsed.
enum CommandLineText {
  /// The maximum number of arguments; the time to parse them grows faster than their number.
  static let argumentCountMax = 1_000

  /// The longest argument that a refusal repeats entirely, in bytes.
  static let repeatedByteCountMax = 200

  /// The number of characters repeated of a longer one.
  private static let repeatedCharacterCount = 60

  /// Returns the reason this process's command line is refused; nil if it can be parsed.
  ///
  /// Swift replaces bytes that are not UTF-8. So two paths could become the same, and the wallet
  /// could be in a different folder from the named one.
  static func refusal() -> Phrase? {
    let count = Int(CommandLine.argc)
    guard count - 1 <= argumentCountMax else {
      return Phrase(
        "there are \(count - 1) arguments; expected at most \(argumentCountMax)")
    }
    for index in 1..<max(count, 1) {
      // The system ends each argument with a zero, and there are as many as `argc` says.
      guard let argument = CommandLine.unsafeArgv[index], !isText(argument) else { continue }
      return Phrase("argument \(index) is not UTF-8; expected text in UTF-8")
    }
    for name in ["HEADRACE_HOME", "HOME"] {
      // Safe: the value is read here, and nothing changes the environment in the meantime.
      guard let value = getenv(name), !isText(value) else { continue }
      return Phrase("$\(name) is not UTF-8; expected a path in UTF-8")
    }
    return nil
  }

  // Safe: each caller passes text of the system that ends in a zero, and it is only read, during
  // the call.
  private static func isText(_ bytes: UnsafePointer<CChar>) -> Bool {
    String(validatingCString: bytes) != nil
  }

  /// Shortens the arguments that a refusal repeats, so that its reason can be read.
  static func cut(_ arguments: [String], in text: String) -> String {
    var text = text
    for argument in arguments where argument.utf8.count > repeatedByteCountMax {
      let value = argument.hasPrefix("--") ? argument.drop { $0 != "=" }.dropFirst() : argument[...]
      for long in [String(value), argument] where long.utf8.count > repeatedByteCountMax {
        text = text.replacing(long, with: long.prefix(repeatedCharacterCount) + "…")
      }
    }
    return text
  }
}
