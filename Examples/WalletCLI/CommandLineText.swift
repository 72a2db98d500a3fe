import Foundation

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The command line as the system gives it, before anything of it is understood.
enum CommandLineText {
  /// How many arguments are read; reading them takes longer than their number grows.
  static let argumentCountMax = 1_000

  /// How much of an argument is repeated where it is refused, in bytes.
  static let repeatedByteCountMax = 200

  /// What keeps this process's command line from being read; nil if nothing does.
  ///
  /// Swift repairs what is not UTF-8: two paths would become one, and the wallet would be somewhere
  /// else than named.
  static func refusal() -> Phrase? {
    let count = Int(CommandLine.argc)
    guard count - 1 <= argumentCountMax else {
      return Phrase(
        "there are \(count - 1) arguments; expected at most \(argumentCountMax)")
    }
    for index in 1..<max(count, 1) {
      // The system ends each argument with a zero, and there are as many as it says.
      guard let argument = CommandLine.unsafeArgv[index], !isText(argument) else { continue }
      return Phrase("argument \(index) is not UTF-8; expected text in UTF-8")
    }
    for name in ["HEADRACE_HOME", "HOME"] {
      // What is found is read before anything changes the environment.
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

  /// Cuts arguments that are repeated in a text, so that what is wrong can be read.
  static func cut(_ arguments: [String], in text: String) -> String {
    var text = text
    for argument in arguments where argument.utf8.count > repeatedByteCountMax {
      let value = argument.hasPrefix("--") ? argument.drop { $0 != "=" }.dropFirst() : argument[...]
      for long in [String(value), argument] where long.utf8.count > repeatedByteCountMax {
        text = text.replacing(long, with: long.prefix(60) + "…")
      }
    }
    return text
  }
}
