import EthereumCrypto
import Synchronization
import WalletCLI

/// A terminal that keeps its lines, with a person who answers by a rule.
final class FakeTerminal: Sendable {
  struct Contents {
    var results: [String] = []
    var notes: [String] = []
    var questions: [String] = []
    var words: [String] = []
  }

  let contents = Mutex(Contents())
  private let answer: @Sendable (_ question: String, _ words: [String]) -> String?

  /// Creates a person who answers questions for secrets, knowing the words that were shown.
  init(answer: @escaping @Sendable (_ question: String, _ words: [String]) -> String?) {
    self.answer = answer
  }

  var results: [String] { contents.withLock { $0.results } }
  var words: [String] { contents.withLock { $0.words } }
  var notes: [String] { contents.withLock { $0.notes } }
  var questions: [String] { contents.withLock { $0.questions } }

  var terminal: Terminal {
    Terminal(
      writeLine: { line in self.contents.withLock { $0.results.append(line) } },
      writeError: { line in self.contents.withLock { $0.notes.append(line) } },
      askSecret: { question in
        let words = self.contents.withLock {
          $0.questions.append(question)
          return $0.words
        }
        guard let answer = self.answer(question, words) else { return nil }
        return SecretLine(SecretBytes(Array(answer.utf8)))
      },
      showSecret: { _, secret in
        let text = secret.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
        self.contents.withLock { $0.words = text.split(separator: " ").map(String.init) }
        return true
      })
  }
}
