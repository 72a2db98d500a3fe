import ActivityClient
import EthereumPrimitives
import Foundation
import NodeClient
import SendFeature
import Testing
import VaultClient

@testable import WalletCLI

/// The Korean sentences of the commands: none is missing, none is unused, and each has the
/// arguments of the English one.
@Suite struct CommandTranslationsTests {
  @Test func everySentenceIsThereAndUsed() throws {
    let used = try Set(PhraseKeys.all())
    #expect(used.count > 300)
    #expect(used.subtracting(CommandTranslations.keys(.korean)).sorted() == [])
    #expect(CommandTranslations.keys(.korean).subtracting(used).sorted() == [])
  }

  /// A literal of several words is a phrase with its Korean, or one of the few that no person reads
  /// as a sentence.
  @Test func otherLiteralsAreNotSentences() throws {
    let used = try Set(PhraseKeys.all())
    let others = try PhraseKeys.literals().filter { literal in
      let words = literal.text.replacing("%@", with: " ").matches(of: /[A-Za-z]{2,}/)
      return words.count > 1 && literal.text.contains(" ") && !used.contains(literal.text)
        // Names of commands are the same in every language.
        && literal.text.wholeMatch(of: /(?:wallet|devchain) [a-z-]+/) == nil
    }
    let known: Set = [
      // The beginning of a sentence of the parser, which the code searches for.
      "The value '",
      // Bugs of the program.
      "the default of --rpc-url is no address: %@",
      "the default of --session-url is no address: %@",
      // The passcode of the demonstrations.
      "a demonstration only",
      // The published phrase of development chains.
      "test test test test test test test test test test test junk",
      // Names of keys.
      "PgUp PgDn", "Home End", "ctrl+a ctrl+e",
    ]
    let unknown = others.filter { !known.contains($0.text) }
    #expect(unknown.map { "\($0.file): \($0.text)" } == [])
    #expect(known.subtracting(others.map(\.text)).sorted() == [])
  }

  @Test func argumentsAgree() {
    for key in CommandTranslations.keys(.korean) {
      let text = CommandTranslations.format(of: key, .korean) ?? ""
      let places = text.matches(of: /%(?:(\d)\$)?@/).enumerated().map { index, match in
        match.1.map(String.init) ?? "\(index + 1)"
      }
      let count = key.matches(of: /%@/).count
      #expect(places.sorted() == (0..<count).map { "\($0 + 1)" }, "\(key)")
    }
  }

  /// One word for the passcode, everywhere.
  @Test func thePasscodeHasOneName() throws {
    for key in try PhraseKeys.all() {
      #expect(!key.contains(/(?i)\b(?:passphrase|password|PIN)\b/), "\(key)")
    }
    for key in CommandTranslations.keys(.korean) where key.contains(/(?i)passcode[^-]/) {
      let text = CommandTranslations.format(of: key, .korean) ?? ""
      #expect(text.contains("암호") || !key.contains(/(?i)passcode[ :;]/), "\(key): \(text)")
    }
  }

  private static let failures: [(@Sendable () -> CommandFailure, String)] = [
    (
      { FailureText.unlock(.wrongPasscode(triesLeft: 1)) },
      "암호가 틀렸습니다. 1번 더 틀리면 기다려야 합니다"
    ),
    (
      { FailureText.unlock(.wrongPasscode(triesLeft: 4)) },
      "암호가 틀렸습니다. 기다리기 전까지 4번 남았습니다"
    ),
    (
      { FailureText.failure(SendMoneyFailure.notEnough(balance: 1, needed: 2)) },
      "계정에 0.000000000000000001 ETH가 있습니다. 금액과 수수료로 0.000000000000000002 ETH 이상 필요합니다"
    ),
    (
      { FailureText.failure(NodeError.wrongChain(expected: 1, actual: 5)) },
      "노드가 따르는 체인은 5입니다. 있어야 할 체인: 1"
    ),
    (
      { FailureText.failure(NodeError.unreachable(endpoint: "http://h:1", reason: "r")) },
      "http://h:1에서 답하는 노드가 없습니다: r. 그곳에 이더리움 노드가 있어야 합니다 (--rpc-url)"
    ),
    (
      { FailureText.journal(.damaged(path: "/p", line: 3)) },
      "/p의 3번째 줄이 손상되었습니다. 지갑이 쓴 결제여야 합니다"
    ),
  ]

  @Test func failuresAreReportedInKorean() {
    for (failure, text) in Self.failures {
      #expect(Speech.$overriding.withValue(.korean) { failure().message } == text)
    }
  }

  private static let warnings: [(SendWarning, String, String)] = [
    (
      .firstPayment, "this wallet has never paid this recipient before", "이 지갑이 처음으로 보내는 상대입니다"
    ),
    (
      .ownAccount, "the recipient is an account of this wallet", "받는 주소는 이 지갑의 계정입니다"
    ),
    (
      .unknownEarlier(count: 2),
      "the node counts 2 earlier transactions of the account, and this wallet knows none of them",
      "노드에는 이전 거래가 2건 있고, 이 지갑은 그중 하나도 모릅니다"
    ),
    (.feeShare(percent: 12), "the fee may be 12 % of the amount", "수수료가 금액의 12 %일 수 있습니다"),
    (
      .equalPayment(Hash32(0, 0, 0, 1), secondsAgo: 7_200),
      "the same amount went to the same recipient 2 hours ago: \(Hash32(0, 0, 0, 1).hex)",
      "같은 금액을 같은 상대에게 2시간 전에 보냈습니다: \(Hash32(0, 0, 0, 1).hex)"
    ),
  ]

  /// The questions before a payment is signed, on the screens and in commands.
  @Test func warningsAreReportedInKorean() {
    for (warning, english, korean) in Self.warnings {
      for (language, text) in [(Language.english, english), (.korean, korean)] {
        #expect(Speech.$overriding.withValue(language) { WarningText.text(warning) } == text)
      }
    }
  }

  /// An argument is text, whatever it contains.
  @Test func argumentsArePlacedWhereTheyBelong() {
    let phrase: Phrase =
      "line \(3) of \("%@")" + " is damaged; expected a payment as the wallet writes it"
    #expect(phrase.text(in: .english).hasPrefix("line 3 of %@ is damaged"))
    #expect(phrase.text(in: .korean).hasPrefix("%@의 3번째 줄"))
    let unknown: Phrase = "nobody translated \(1)"
    #expect(unknown.text(in: .korean) == "nobody translated 1")
  }

  /// The host's texts about a node's failures are those of the client, except where it cuts them.
  @Test(arguments: [
    NodeError.timedOut(method: "m", after: .milliseconds(1_500)), .cancelled,
    .httpStatus(503, retryAfter: .seconds(2)), .httpStatus(404, retryAfter: nil),
    .answerTooLarge(method: "m", bytesMax: 9), .wrongChain(expected: 1, actual: 2),
    .connectionLost(endpoint: "http://h", reason: "r"), .unexpected(errorType: "T"),
  ])
  func theEnglishOfANodeIsItsOwn(error: NodeError) {
    #expect(NodeText.text(error).text(in: .english) == error.description)
  }

  @Test func aNodesOwnWordsAreCut() {
    #expect(NodeText.cut(String(repeating: "a", count: 300)).count == 300)
    #expect(
      NodeText.cut(String(repeating: "a", count: 301))
        == String(repeating: "a", count: 300) + "…")
  }

  @Test func aNodeThatSpeaksNoTLSIsNamedAsThat() {
    let error = NodeError.connectionLost(endpoint: "https://h", reason: "the server closed it")
    #expect(
      FailureText.failure(error).message
        == "a secure connection to https://h failed: the server closed it; it may speak http, not https; expected an Ethereum node there (see --rpc-url)"
    )
  }
}

/// The phrases in the sources of the commands, by their English texts.
enum PhraseKeys {
  /// The sources of the programs, by their paths in their folders.
  private static func sources() throws -> [(name: String, text: String)] {
    try ["Wallet", "devchain"].flatMap { name -> [(name: String, text: String)] in
      let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../Examples/\(name)").standardizedFileURL
      return try FileManager.default.subpathsOfDirectory(atPath: folder.path)
        .filter { $0.hasSuffix(".swift") }.sorted()
        .map {
          (name: $0, text: try String(contentsOf: folder.appending(path: $0), encoding: .utf8))
        }
    }
  }

  private static let readLiterals = Result { try literalsOfSources() }
  private static let readKeys = Result { try keysOfSources() }

  /// Returns all literals, with those that `+` joins as one; read once for all tests.
  static func literals() throws -> [(file: String, text: String)] { try readLiterals.get() }

  /// The keys of all phrases; read once for all tests.
  static func all() throws -> [String] { try readKeys.get() }

  private static func literalsOfSources() throws -> [(file: String, text: String)] {
    try sources().flatMap { name, text in
      var reader = LiteralReader(text, at: text.startIndex)
      return reader.all().map { (name, $0) }
    }
  }

  private static func keysOfSources() throws -> [String] {
    var keys: [String] = []
    for (name, text) in try sources()
    where !name.hasPrefix("Screens/") || name.hasSuffix("ScreensCommand.swift") {
      let begins =
        #/
          (?: CommandFailure\( | Phrase\( | \.said\( | \.passcode\( | secret\( | instead: | agrees\(to:
          | askAgain\( | waiting: | consequence: | consequence:\sPhrase\s= | watched\(
          | unknownEnd\(\s*[\w.]+, )\s*(?=")
        /#
      for match in text.matches(of: begins) {
        var reader = LiteralReader(text, at: match.range.upperBound)
        keys.append(reader.chain())
      }
      guard name.hasSuffix("NodeText.swift") || name.hasSuffix("ProgressText.swift") else {
        continue
      }
      for match in text.matches(of: /case [^\n]*:\s*(?=")/) {
        var reader = LiteralReader(text, at: match.range.upperBound)
        keys.append(reader.chain())
      }
    }
    return keys
  }
}

/// Reads literals of Swift as the keys of phrases.
private struct LiteralReader {
  private let text: String
  private var index: String.Index

  init(_ text: String, at index: String.Index) {
    (self.text, self.index) = (text, index)
  }

  private var rest: Substring { text[index...] }

  /// Returns the literals of the rest of the text; skips comments and regular expressions.
  mutating func all() -> [String] {
    var keys: [String] = []
    var before: Character = "\n"
    while index < text.endIndex {
      switch text[index] {
      case "/" where "( :,".contains(before) || rest.hasPrefix("//"):
        index = rest.firstIndex(of: "\n") ?? text.endIndex
      case "#" where rest.hasPrefix("#/") || rest.hasPrefix("#\""):
        let end = rest.hasPrefix("#/") ? "/#" : "\"#"
        index = rest.dropFirst(2).firstRange(of: end)?.upperBound ?? text.endIndex
      case "\"":
        keys.append(chain())
      default:
        before = next()
      }
    }
    return keys
  }

  /// Returns literals that are joined by `+`.
  mutating func chain() -> String {
    var key = literal()
    while let start = joinedLiteral() {
      index = start
      key += literal()
    }
    return key
  }

  /// Returns the start of a literal that `+` joins to the previous one.
  private func joinedLiteral() -> String.Index? {
    let behind = rest.drop(while: \.isWhitespace)
    guard behind.first == "+" else { return nil }
    let joined = behind.dropFirst().drop(while: \.isWhitespace)
    return joined.first == "\"" ? joined.startIndex : nil
  }

  private mutating func literal() -> String {
    let isLong = rest.hasPrefix("\"\"\"")
    let end = isLong ? "\"\"\"" : "\""
    index = text.index(index, offsetBy: end.count)
    var key = ""
    while text[index] != "\"" || !rest.hasPrefix(end) {
      let character = next()
      guard character == "\\" else {
        key.append(character)
        continue
      }
      switch next() {
      case "(":
        skipInterpolation()
        key += "%@"
      // The next line continues after its indentation.
      case "\n": key += "\u{1}"
      case "n": key += "\n"
      case let other: key.append(other)
      }
    }
    index = text.index(index, offsetBy: end.count)
    return isLong ? Self.unindented(key) : key
  }

  private mutating func next() -> Character {
    defer { index = text.index(after: index) }
    return text[index]
  }

  private mutating func skipInterpolation() {
    var depth = 1
    while depth > 0 {
      if text[index] == "\"" {
        _ = literal()
        continue
      }
      switch next() {
      case "(": depth += 1
      case ")": depth -= 1
      default: break
      }
    }
  }

  private static func unindented(_ text: String) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let indent = lines.last?.count ?? 0
    return lines.dropFirst().dropLast().map { $0.dropFirst(indent) }.joined(separator: "\n")
      .replacing(/\u{1} */, with: "")
  }
}
