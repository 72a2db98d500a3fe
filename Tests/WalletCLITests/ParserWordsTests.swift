import ArgumentParser
import DevChain
import DurableFiles
import Foundation
import TestEffort
import Testing

@testable import DevServers
@testable import WalletCLI

/// The argument parser's own messages, and the lines of the development servers, in Korean; the
/// English ones are kept word for word.
@Suite struct ParserWordsTests {
  private static let refusals: [([String], String)] = [
    (["accounts", "--unheardof"], "'--unheardof' 옵션은 없습니다"),
    (["accounts", "--hom", "x"], "'--hom' 옵션은 없습니다. 혹시 '--home'입니까?"),
    (["devchain", "--port"], "'--port <port>'에 값이 없습니다"),
    (["init", "--json=3"], "'--json' 옵션에는 값을 줄 수 없는데 '3' 값을 주었습니다."),
    (["foo"], "여기에 쓸 수 없는 인자입니다: 'foo'"),
    (["accounts", "a", "b"], "쓸 수 없는 인자가 2개 있습니다: 'a', 'b'"),
    (["send"], "필요한 인자가 없습니다: '--to <to>'"),
    (["devchain", "--chain-id", "x"], "'--chain-id <chain-id>'에 쓸 수 없는 값입니다: 'x'"),
    (
      ["devchain", "--chain-id", "a' is invalid for 'b"],
      "'--chain-id <chain-id>'에 쓸 수 없는 값입니다: 'a' is invalid for 'b'"
    ),
    (
      ["balance", "--rpc-url", "ftp://h"],
      "'--rpc-url <rpc-url>'에 쓸 수 없는 값입니다: 'ftp://h': http://호스트:포트 또는 https://호스트 형식이 필요합니다"
    ),
    (
      ["devchain", "session", "--fault", "x"],
      """
      '--fault <fault>'에 쓸 수 없는 값입니다: 'x'. 다음 중 하나를 쓰세요:
        - domain
        - uri
        - chain
        - nonce
        - repeated-nonce
        - expired
        - endless
        - 401-once
        - 401-always
        - profile
        - slow
      """
    ),
    (
      ["--generate-completion-script", "foo"],
      """
      'foo'용 자동 완성 스크립트는 만들 수 없습니다.
      --generate-completion-script=<셸>에 다음 중 하나를 쓰세요:
          zsh bash fish
      """
    ),
  ]

  private func refusal(_ arguments: [String], _ language: Language) -> (String, Int32)? {
    Speech.$overriding.withValue(language) {
      CommandLines.refusal(arguments).map { ($0.message, $0.code) }
    }
  }

  @Test(arguments: refusals)
  func theParserSpeaksKorean(arguments: [String], text: String) throws {
    let (message, code) = try #require(refusal(arguments, .korean))
    #expect(code == 64)
    #expect(Speech.$overriding.withValue(.korean) { ParserText.refusal(message) } == text)
    // For a program, too.
    let json = Speech.$overriding.withValue(.korean) {
      WalletMain.usageText(message, "", arguments + ["--json"])
    }
    #expect(json.contains(/[가-힣]/), "\(json)")
  }

  /// Each of the parser's sentences is known, and its English is unchanged.
  @Test(arguments: refusals)
  func theParsersEnglishStays(arguments: [String], text: String) throws {
    let (message, _) = try #require(refusal(arguments, .english))
    #expect(ParserText.phrase(message)?.text(in: .english) == message)
    let page = "Error: \(message)\nUsage: wallet"
    let told = Speech.$overriding.withValue(.english) {
      ParserText.page(page, refusal: message)
    }
    #expect(told == page)
  }

  /// Sentences that no command of ours produces today.
  @Test(arguments: [
    ("Invalid option: -", "옵션이 아닙니다: -"), ("Missing required subcommand.", "하위 명령이 필요합니다."),
    ("Missing one of: '--a', '--b'", "다음 중 하나가 필요합니다: '--a', '--b'"),
    (
      "Value to be set with flag '--b' had already been set with flag '--a'",
      "'--b' 옵션이, 이미 '--a' 옵션이 정한 값을 다시 정합니다"
    ),
    (
      "Unknown option '-ab'\n   or: Missing value for '-a <a>' in '-ab'",
      "'-ab' 옵션은 없습니다\n   또는 '-ab' 안에서: '-a <a>'에 값이 없습니다"
    ),
    ("Something else", "Something else"),
  ])
  func otherSentencesOfTheParser(english: String, korean: String) {
    #expect(Speech.$overriding.withValue(.korean) { ParserText.refusal(english) } == korean)
    #expect((ParserText.phrase(english)?.text(in: .english) ?? english) == english)
  }

  // MARK: - The Program

  private func run(
    _ arguments: [String], of program: String = "wallet", home: TemporaryHome
  ) async throws -> WalletProcess.Outcome {
    try await WalletProcess(
      shell: ["-c", #"exec "${WALLET%wallet}$PROGRAM" "$@""#, "sh"] + arguments,
      ["LC_ALL": "ko_KR.UTF-8", "PROGRAM": program], home: home
    ).outcome()
  }

  @Test func aRefusalIsKoreanToItsLastLine() async throws {
    let outcome = try await run(["send"], home: try TemporaryHome())
    #expect(
      outcome
        == .init(
          status: 64, stdout: "",
          stderr: """
            오류: 필요한 인자가 없습니다: '--to <to>'
            도움말:  --to <to>  받는 사람: 주소, 연락처의 이름 또는 결제 요청(EIP-681).
            사용법: wallet send [<options>] --to <to>
              'wallet send --help'로 더 볼 수 있습니다.

            """))
  }

  private static let helps = [
    ["help"], ["demo", "--help"], ["send", "--help"], ["network", "--help"],
    ["contacts", "--help"], ["session", "sign-out", "--help"],
  ]

  @Test(
    arguments: Effort.cases(
      helps.map { ("wallet", $0) } + [
        ("devchain", ["--help"]), ("devchain", ["serve", "--help"]),
        ("devchain", ["session", "--help"]),
      ]))
  func aHelpHasKoreanHeadings(program: String, arguments: [String]) async throws {
    let outcome = try await run(arguments, of: program, home: try TemporaryHome())
    #expect(outcome.status == 0)
    #expect(outcome.stdout.hasPrefix("개요: "))
    #expect(outcome.stdout.contains("\n사용법: \(program)"))
    #expect(outcome.stdout.contains("\n옵션:\n"))
    #expect(outcome.stdout.contains("  -h, --help              도움말을 보여 줍니다.\n"))
    let english =
      /OVERVIEW|USAGE|OPTIONS|SUBCOMMANDS|Show |See '|values:|default: |\(default\)|Where/
    #expect(outcome.stdout.firstMatch(of: english) == nil, "\(outcome.stdout)")
  }

  /// The values after the names in a status begin at one column; Hangul takes two.
  @Test func theStatusIsAligned() async throws {
    let outcome = try await run(["status"], home: try TemporaryHome())
    let columns = outcome.stdout.split(separator: "\n").map { line in
      let name = line.prefix { $0 != ":" }
      return name.count * 2 + line.dropFirst(name.count).prefix { $0 == ":" || $0 == " " }.count
    }
    #expect(columns == [10, 10, 10, 10, 10], "\(outcome.stdout)")
  }

  /// The parser's own command, too.
  @Test func theHelpOfTheHelpIsKorean() async throws {
    let outcome = try await run(["help", "help"], home: try TemporaryHome())
    #expect(outcome.status == 0)
    #expect(outcome.stdout.hasPrefix("개요: 하위 명령의 도움말을 보여 줍니다.\n"), "\(outcome.stdout)")
  }

  @Test func theVersionHasNoLanguage() async throws {
    let outcome = try await run(["--version"], home: try TemporaryHome())
    #expect(outcome == .init(status: 0, stdout: WalletVersion.text + "\n", stderr: ""))
  }

  // MARK: - Servers for Development

  @Test(arguments: [
    ("serve", "체인(31337)이 "), ("session", "체인 31337의 로그인 서비스가 "),
  ])
  func aServerSaysInKoreanWhereItListens(command: String, beginning: String) async throws {
    let home = try TemporaryHome()
    let process = try WalletProcess(
      [command, "--port", "0"], of: "devchain", home: home, watching: .stdout,
      after: "export LC_ALL=ko_KR.UTF-8")
    var pieces = process.pieces.makeAsyncIterator()
    let line = try #require(await pieces.next())
    #expect(line.hasPrefix(beginning))
    #expect(line.wholeMatch(of: /.* http:\/\/127\.0\.0\.1:\d+에서 요청을 기다립니다/) != nil, "\(line)")
    process.signal(SIGTERM)
    #expect(try await process.outcome().status == 0)
  }

  private static let files: [(DevChainFile.Failure, String, String)] = [
    (
      .inUse, "/c is in use by another 'devchain'; expected a file of its own for each",
      "다른 'devchain'이 쓰고 있는 파일입니다: /c. 저마다 파일이 따로 있어야 합니다"
    ),
    (
      .tooLarge(byteCountMax: 268_435_456),
      "/c is not saved any more: the chain has grown beyond 268435456 bytes, which could not be loaded again. The file contains what was saved before",
      "이 파일에는 더 이상 저장하지 않습니다: /c. 체인이 다시 읽을 수 없는 268435456 바이트 이상으로 커졌습니다. 파일에는 전에 저장된 것이 있습니다"
    ),
    (
      .notTaken(.notAChain),
      "/c can't be read as a chain: expected a chain that 'devchain --state' wrote. It was left as it is",
      "체인으로 읽을 수 없는 파일입니다: /c ('devchain --state'가 쓴 체인이어야 합니다). 파일은 그대로 두었습니다"
    ),
    (
      .notTaken(.damaged(blockNumber: 3)),
      "/c can't be read as a chain: block 3 does not follow from those before it. It was left as it is",
      "체인으로 읽을 수 없는 파일입니다: /c (블록(3)이 앞의 블록과 이어지지 않습니다). 파일은 그대로 두었습니다"
    ),
    (
      .notTaken(.unsupportedVersion(9)),
      "/c can't be read as a chain: version 9 is newer than this program. It was left as it is",
      "체인으로 읽을 수 없는 파일입니다: /c (버전(9)이 이 프로그램보다 새것입니다). 파일은 그대로 두었습니다"
    ),
    (
      .file(FileFailure(.diskFull, path: "/c")), "/c can't be used: the disk is full",
      "쓸 수 없는 파일입니다: /c (디스크가 가득 찼습니다)"
    ),
    (
      .file(FileFailure(.exposed(mode: 0o644), path: "/c")),
      "/c can't be used: others may use it too (mode 644)",
      "쓸 수 없는 파일입니다: /c (다른 사람도 쓸 수 있습니다 (모드 644))"
    ),
    (
      .file(FileFailure(.system(errorNumber: 5), path: "/c")),
      "/c can't be used: Input/output error", "쓸 수 없는 파일입니다: /c (Input/output error)"
    ),
  ]

  @Test func theFileOfAChainIsNamedInBothLanguages() {
    for (failure, english, korean) in Self.files {
      for (language, text) in [(Language.english, english), (.korean, korean)] {
        let told = Speech.$overriding.withValue(language) {
          DevChainFileText.text(failure, path: "/c")
        }
        #expect(told == text)
      }
    }
    // The chain's own words.
    for error in [SavedChainError.notAChain, .unsupportedVersion(2), .damaged(blockNumber: 1)] {
      #expect(DevChainFileText.text(error) == error.description)
    }
  }

  // MARK: - The Start

  @Test func missingMemoryProtectionIsReportedInKorean() {
    #expect(
      ProcessText.unguarded(1)
        == "the system did not keep the wallet's memory from core files and debuggers: Operation not permitted"
    )
    #expect(
      ProcessText.unlocked
        == "the system did not lock the memory of the keys, which may get into swap; a higher limit (ulimit -l) prevents that"
    )
    Speech.$overriding.withValue(.korean) {
      #expect(
        ProcessText.unguarded(1)
          == "시스템이 지갑의 메모리를 코어 파일과 디버거로부터 막지 못했습니다: Operation not permitted")
      #expect(
        ProcessText.unlocked
          == "시스템이 키의 메모리를 잠그지 못해 스왑에 기록될 수 있습니다. 한도(ulimit -l)를 높이면 막을 수 있습니다")
    }
  }
}
