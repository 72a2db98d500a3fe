import HeadraceTerminal
import HeadraceTerminalTesting
import TestEffort
import Testing

@testable import WalletCLI

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The executable on a terminal that writes lines.
@Suite(.serialized) struct LineProcessTests {
  private static let tall = Size(columns: 300, rows: 500)

  /// A dumb terminal, or a user of a screen reader, gets lines and no escape sequence at all.
  @Test(arguments: [([], "dumb"), (["screens", "--lines"], "xterm")])
  func linesAreWrittenWhereScreensCantBe(arguments: [String], term: String) throws {
    let process = try ScreenProcess(arguments, size: Self.tall, ["TERM": term])
    process.expect("Create a new wallet")
    // It is folded like all the text below it.
    let opening = process.screen.text.split(separator: "\n").joined(separator: " ")
    #expect(opening.contains(Texts(.english)[.linesOpening]))
    process.type(":down down enter\n")
    process.expect("새 지갑 만들기")
    process.type(":nokey\n")
    process.expect(Texts(.korean)[.linesNoKey, "nokey"])
    process.type(":up enter\n")
    process.expect("복구 문구를 단어마다")
    // Input must not be shown now, whatever it begins with.
    let isHidden = process.waits { !process.isCooked }
    #expect(isHidden)
    process.type(":abandon abandon\n")
    process.expect("단어")
    #expect(!process.screen.text.contains("abandon abandon"))
    process.type(":esc\n")
    process.type("q\n")
    #expect(process.change() == .exited(0))
    #expect(process.isCooked)
    #expect(!process.bytes.contains(0x1B))
    #expect(!process.bytes.contains("abandon abandon".utf8))
  }

  /// Returns the first sentence: a line may end after it.
  private static func beginning(of text: String) -> String { String(text.prefix { $0 != "." }) }

  /// On a terminal with an alternate screen a phrase is shown there.
  ///
  /// It is erased when its words are asked back, and when the program is ended while it is shown.
  @Test(arguments: Effort.cases(Language.allCases), [false, true])
  func aPhraseIsReadAside(language: Language, isEnded: Bool) throws {
    let texts = Texts(language)
    let process = try ScreenProcess(
      ["screens", "--lines"], size: Self.tall, ["LC_ALL": "\(language.rawValue).UTF-8"])
    process.expect(texts[.welcomeCreate])
    process.type("\n")
    process.expect(Self.beginning(of: texts[.phraseLead]))
    process.expect("12 ")
    #expect(process.screen.modes == [1049])
    let words = process.screen.text.matches(of: /\d{1,2} ([a-z]{3,8})/).map { String($0.1) }
    #expect(words.count == 12, "\(process.screen.text)")
    if isEnded {
      process.signal(SIGTERM)
      #expect(process.change() == .signalled(SIGTERM))
    } else {
      process.type("\n")
      process.expect(texts[.confirmLead])
    }
    #expect(process.screen.modes == [])
    let left = process.screen.text
    #expect(left.matches(of: /\d{1,2} [a-z]{3,8}/).isEmpty, "\(left)")
  }

  /// A process that is killed erases nothing: the phrase is on the alternate screen until the
  /// command or the app uses the terminal again.
  @Test(arguments: [["init"], ["screens", "--lines"]])
  func aKillLeavesAPhraseOnTheAlternateScreen(arguments: [String]) throws {
    let process = try ScreenProcess(arguments, size: Self.tall)
    if arguments != ["init"] {
      process.expect(Texts(.english)[.welcomeCreate])
      process.type("\n")
    }
    let words = /\d{1,2}\.? +[a-z]{3,8}/
    let isShown = process.waits { process.screen.text.matches(of: words).count == 12 }
    #expect(isShown, "\(process.screen.text)")
    process.signal(SIGKILL)
    #expect(process.change() == .signalled(SIGKILL))
    #expect(process.screen.modes == [1049])
    #expect(process.screen.text.matches(of: words).count == 12)
  }

  /// On a terminal without one, a warning says first that the phrase stays; a refusal shows
  /// nothing.
  @Test(arguments: Effort.cases(Language.allCases), ["yes", "no"])
  func aPhraseThatStaysIsAskedAbout(language: Language, answer: String) throws {
    let texts = Texts(language)
    let process = try ScreenProcess(
      [], size: Self.tall, ["TERM": "dumb", "LC_ALL": "\(language.rawValue).UTF-8"])
    process.expect(texts[.welcomeCreate])
    process.type("\n")
    process.expect(Self.beginning(of: texts[.linesSecret]))
    #expect(!process.screen.text.contains(Self.beginning(of: texts[.phraseLead])))
    process.type("\(answer)\n")
    if answer == "yes" {
      process.expect(Self.beginning(of: texts[.phraseLead]))
    } else {
      // The key is read once the previous screen is back.
      var change: ScreenProcess.Change?
      for _ in 0..<10 where change == nil {
        process.type("q\n")
        change = process.change(seconds: 5)
      }
      #expect(change == .exited(0))
      #expect(!process.screen.text.contains(Self.beginning(of: texts[.phraseLead])))
      #expect(process.screen.text.matches(of: /\d{1,2} [a-z]{3,8}/).isEmpty)
    }
    #expect(!process.bytes.contains(0x1B))
  }

  /// The command does the same.
  @Test(arguments: Effort.cases(Language.allCases), ["yes", "no"])
  func aCommandAsksToo(language: Language, answer: String) throws {
    let process = try ScreenProcess(
      ["init"], size: Self.tall, ["TERM": "dumb", "LC_ALL": "\(language.rawValue).UTF-8"])
    process.expect(
      language == .english
        ? "The recovery phrase comes next, and it stays in the history of this terminal. Show it?"
          + " (yes/no)"
        : "다음에 복구 문구가 나오며 이 터미널의 기록에 남습니다. 표시할까요? (예/아니요)")
    let words = /\d{1,2}\. [a-z]{3,8}/
    #expect(process.screen.text.matches(of: words).isEmpty)
    process.type("\(answer)\n")
    if answer == "yes" {
      let isShown = process.waits { process.screen.text.matches(of: words).count == 12 }
      #expect(isShown, "\(process.screen.text)")
    } else {
      #expect(process.change() == .exited(1))
      #expect(
        process.screen.text.contains(
          language == .english
            ? "wallet: no phrase was shown and no wallet was made; expected yes, or a terminal whose"
              + " screen can be cleared"
            : "문구를 표시하지 않았고 지갑을 만들지 않았습니다. 예라고 답하거나 화면을 지울 수 있는 터미널을 쓰세요"
        ), "\(process.screen.text)")
      #expect(process.screen.text.matches(of: words).isEmpty)
    }
  }

  /// The story plays there, too, line by line.
  ///
  /// The short form leaves it to `theStoryPlaysByItself` and the other tests here.
  @Test(.enabled(if: !Effort.isShort), arguments: Language.allCases)
  func theStoryIsToldInLines(language: Language) throws {
    let process = try ScreenProcess(
      ["demo", "--screens", "--pace", "0"], size: Self.tall,
      ["TERM": "dumb", "LC_ALL": "\(language.rawValue).UTF-8"])
    #expect(process.change(seconds: 600) == .exited(0))
    #expect(process.screen.text.contains(Texts(language)[.paymentHash]))
    #expect(!process.bytes.contains(0x1B))
  }

  /// The reasons why a terminal can't be used, in both languages.
  @Test(arguments: [
    (
      TerminalFailure.notATerminal("input"),
      "standard input is not a terminal; expected one, without a pipe",
      "표준 입력이 터미널이 아닙니다. 파이프 없이 터미널에서 시작해야 합니다"
    ),
    (
      .notATerminal("output"), "standard output is not a terminal; expected one, without a pipe",
      "표준 출력이 터미널이 아닙니다. 파이프 없이 터미널에서 시작해야 합니다"
    ),
    (
      .isTaken, "the terminal is in use by this program already; expected it to be free",
      "이 프로그램이 이미 터미널을 쓰고 있습니다. 비어 있어야 합니다"
    ),
    (
      .closed, "the terminal was closed; expected it to stay open",
      "터미널이 닫혔습니다. 열려 있어야 합니다"
    ),
    (
      .system(EIO), "the terminal can't be used: Input/output error",
      "터미널을 쓸 수 없습니다: Input/output error"
    ),
  ])
  func unusableTerminalsAreReported(failure: TerminalFailure, english: String, korean: String) {
    for (language, text) in [(Language.english, english), (.korean, korean)] {
      Speech.$overriding.withValue(language) {
        #expect(FailureText.failure(failure).message == text)
      }
    }
  }
}
