package import EthereumCrypto

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Where a command writes; tests give it closures of their own.
package struct Terminal: Sendable {
  /// Writes a line of the answer.
  package var writeLine: @Sendable (String) -> Void
  /// Writes a line about progress or a refusal.
  package var writeError: @Sendable (String) -> Void

  /// Asks for a secret line, which is not echoed; `nil` where nobody can be asked.
  package var askSecret: @Sendable (_ question: String) -> SecretLine?
  /// Asks for a line; `nil` where nobody can be asked.
  package var ask: @Sendable (_ question: String) -> String?
  /// Writes secret words for the person who watches; returns whether there is one.
  package var showSecret: @Sendable (_ words: borrowing SecretBytes) -> Bool

  /// Creates a terminal; by default nobody can be asked.
  package init(
    writeLine: @escaping @Sendable (String) -> Void,
    writeError: @escaping @Sendable (String) -> Void,
    askSecret: @escaping @Sendable (String) -> SecretLine? = { _ in nil },
    ask: @escaping @Sendable (String) -> String? = { _ in nil },
    showSecret: @escaping @Sendable (borrowing SecretBytes) -> Bool = { _ in false }
  ) {
    self.writeLine = writeLine
    self.writeError = writeError
    self.askSecret = askSecret
    self.ask = ask
    self.showSecret = showSecret
  }

  /// Standard output and standard error.
  package static let standard = Terminal(
    writeLine: { Self.write($0 + "\n", to: STDOUT_FILENO) },
    writeError: { Self.write($0 + "\n", to: STDERR_FILENO) },
    askSecret: { SecretLine.ask($0) },
    ask: { question in
      guard isatty(STDIN_FILENO) == 1 else { return nil }
      Self.write(question + " ", to: STDERR_FILENO)
      return readLine()
    },
    showSecret: { words in
      guard isatty(STDERR_FILENO) == 1 else { return false }
      words.withUnsafeBytes { Self.write($0, to: STDERR_FILENO) }
      Self.write("\n", to: STDERR_FILENO)
      return true
    })

  /// Writes a text; a closed pipe ends it.
  static func write(_ text: String, to descriptor: Int32) {
    var text = text
    text.withUTF8 { write(UnsafeRawBufferPointer($0), to: descriptor) }
  }

  /// Writes all bytes, however many calls that takes, and keeps none.
  private static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) {
    var rest = bytes
    while !rest.isEmpty {
      let count = systemWrite(descriptor, rest.baseAddress, rest.count)
      if count > 0 {
        rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
      } else if errno != EINTR {
        return
      }
    }
  }
}

private func systemWrite(_ descriptor: Int32, _ base: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, base, count)
}
