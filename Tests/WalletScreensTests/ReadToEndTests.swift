import ActivityClient
import HeadraceTerminal
import PasscodeFeature
import SendFeature
import SessionFeature
import Testing
import WalletApp

@testable import WalletCLI

/// Money, invariant 7: the signed payment was shown, to its last line.
///
/// In a window of 40 × 12 a person could sign a payment without having seen its fee.
@Suite struct ReadToEndTests {
  private static let small = Size(columns: 40, rows: 12)
  private static let usual = Size(columns: 80, rows: 24)

  /// A payment under review whose questions are all answered.
  private static func review(
    _ language: Language = .english, row: Int = 0
  ) async throws -> TerminalWallet.State {
    var send = ScreenSample.form
    let quote = try await ScreenSample.quote()
    send.phase = .reviewing(try ScreenSample.draft(), quote)
    send.agreedWarnings = Set(quote.questions)
    return ScreenSample.place(language, .send(send)) { $0.chosen = row }
  }

  private static func isTaken(
    _ input: TerminalInput, _ state: TerminalWallet.State, _ size: Size, _ entry: SecretEntry
  ) -> Bool {
    let app = TerminalWalletApp.app(entry)
    let reply = app.reply(to: input, in: state, shown: app.grid(state, size))
    if case .none = reply { return false }
    return true
  }

  @Test(arguments: Language.allCases)
  func aPasscodeIsTypedOnlyBelowTheLastLine(language: Language) async throws {
    let entry = SecretEntry()
    let inputs: [TerminalInput] = [
      .key(Key(.character("c"))), .paste("correct horse"), .key(Key(.enter)),
    ]
    let unread = try await Self.review(language)
    for input in inputs { #expect(!Self.isTaken(input, unread, Self.small, entry)) }
    #expect(entry.type("") == 0, "something of the passcode was taken")
    let grid = TerminalWalletApp.app(entry).grid(unread, Self.small)
    let texts = Texts(language)
    #expect(!grid.text.contains(texts[.reviewAgree]))
    #expect(grid.text.contains("↓"))
    // Keys that scroll or go back still work.
    for key in [Key(.down), Key(.pageDown), Key(.end), Key(.escape)] {
      #expect(Self.isTaken(.key(key), unread, Self.small, entry))
    }
    let read = try await Self.review(language, row: 99)
    #expect(TerminalWalletApp.app(entry).grid(read, Self.small).text.contains(texts[.reviewAgree]))
    for input in inputs { #expect(Self.isTaken(input, read, Self.small, entry)) }
  }

  /// Until the review is drawn, its last line is not on the screen.
  @Test func nothingIsTypedOverAnotherScreen() async throws {
    let entry = SecretEntry()
    let app = TerminalWalletApp.app(entry)
    let form = ScreenSample.place(.english, .send(ScreenSample.form))
    let review = try await Self.review()
    let reply = app.reply(
      to: .key(Key(.character("c"))), in: review, shown: app.grid(form, Self.usual))
    guard case .none = reply else { return #expect(Bool(false), "\(reply)") }
    #expect(entry.type("") == 0)
  }

  @Test func wholeReviewsNeedNoScrolling() async throws {
    let review = try await Self.review()
    for size in [Self.usual, Size(columns: 80, rows: 60)] {
      #expect(Self.isTaken(.key(Key(.character("c"))), review, size, SecretEntry()))
    }
  }

  @Test(arguments: [false, true])
  func aReplacementIsReadToo(cancels: Bool) async throws {
    let top = try await ScreenSample.replacing(cancels ? .cancel : .speedUp) {
      $0.agreedWarnings = Set($0.quote?.questions ?? [])
    }
    let unread = ScreenSample.place(.english, top)
    let key = TerminalInput.key(Key(.character("c")))
    #expect(!Self.isTaken(key, unread, Self.small, SecretEntry()))
    let read = ScreenSample.place(.english, top) { $0.chosen = 99 }
    #expect(Self.isTaken(key, read, Self.small, SecretEntry()))
  }

  @Test func aMessageIsReadBeforeItIsAgreedTo() {
    let top = ServiceSample.session(.reviewing(ServiceSample.message))
    let unread = ScreenSample.place(.english, top)
    #expect(!Self.isTaken(.key(Key(.enter)), unread, Self.small, SecretEntry()))
    let read = ScreenSample.place(.english, top) { $0.chosen = 99 }
    #expect(Self.isTaken(.key(Key(.enter)), read, Self.small, SecretEntry()))
  }

  /// A click on the keypad types a digit like a key.
  @Test func theKeypadWaitsToo() async throws {
    let size = Size(columns: 80, rows: 13)
    func click(row: Int) async throws -> Bool {
      var state = try await Self.review(row: row)
      state.passcodeKind = .digits(count: 6)
      let grid = TerminalWalletApp.app(SecretEntry()).grid(state, Self.usual)
      let place = try #require(
        (0..<24).lazy.flatMap { row in (0..<80).lazy.map { Position(column: $0, row: row) } }
          .first { grid.target(at: $0) == "digit.5" })
      let entry = SecretEntry()
      let app = TerminalWalletApp.app(entry)
      // A click at the keypad's position in a larger window.
      let small = app.grid(state, size)
      _ = app.reply(
        to: .mouse(Mouse(.press, at: place)), in: state, shown: row == 0 ? small : grid)
      return entry.type("") == 1
    }
    #expect(try await !click(row: 0))
    #expect(try await click(row: 99))
  }
}
