import EthereumCrypto
import EthereumPrimitives
import Foundation
import HeadraceTerminal
import NodeClient

/// Plays the wallet's story on its screens, by pressing keys.
struct DemoScreens {
  /// The ways in which the story ends.
  enum End {
    /// All of it was shown.
    case played
    /// The person left early.
    case left(TerminalEnd)
  }

  private let home: String
  private let pace: Double
  private let node: NodeClient
  private let watch: TerminalWalletSession.Watch?

  private static let passphrase = "a demonstration only"
  private static let gift: Wei = 2_000_000_000_000_000_000

  /// Creates a story.
  ///
  /// - Parameters:
  ///   - home: A folder for the wallet; it need not exist.
  ///   - node: A node whose first development account is funded.
  ///   - pace: The factor of the waits: 1 for people, 0 for none.
  ///   - watch: Inspects the store before the story begins.
  init(
    home: String, node: NodeClient, pace: Double, watch: TerminalWalletSession.Watch? = nil
  ) {
    self.watch = watch
    self.home = home
    self.node = node
    self.pace = pace
  }

  private static var language: Language {
    let environment = ProcessInfo.processInfo.environment
    return Language(environment).shown(in: environment)
  }

  /// Plays the story on the terminal, to its end or until the person leaves.
  func play() async throws(CommandFailure) -> End {
    let session = TerminalWalletSession(
      demonstrationIn: home, node: node, chainID: ChosenNetwork.defaultChainID,
      language: Self.language, watch: watch)
    let driver = TerminalDriver()
    let story = Task { await tell(session, driver, node) }
    defer { story.cancel() }
    let end = try await session.run(.process, driver: driver)
    story.cancel()
    return await story.value ? .played : .left(end)
  }

  /// Presses the keys of the story; returns true if it reached its end.
  private func tell(
    _ session: TerminalWalletSession, _ driver: TerminalDriver, _ node: NodeClient
  ) async -> Bool {
    let texts = Texts(Self.language)
    let typist = Typist(driver: driver, pace: pace)
    guard await typist.sees(texts[.welcomeCreate]) else { return false }
    await typist.press(.enter)
    guard await typist.sees(texts[.keyNoted]) else { return false }
    let words = session.shownWords
    await typist.press(.enter)
    guard await type(words, typist, texts) else { return false }
    for question in [texts[.passcodeNew], texts[.passcodeAgain]] {
      guard await typist.sees(question) else { return false }
      await typist.types(Self.passphrase)
    }
    guard await typist.sees(texts[.homeActivity]) else { return false }
    await typist.press(.character("r"))
    guard let shown = await typist.screen(texts[.receiveLead]),
      let address = Self.address(in: shown)
    else { return false }
    do {
      let funder = DevelopmentFunder(node: node, chainID: ChosenNetwork.defaultChainID)
      _ = try await funder.pay(Self.gift, to: address)
    } catch {
      return false
    }
    await typist.press(.escape)
    await typist.press(.character("u"))
    guard await typist.sees("2 ETH") else { return false }
    return await pay(typist, texts)
  }

  private func type(_ words: [String], _ typist: Typist, _ texts: Texts) async -> Bool {
    var asked: Set<Int> = []
    for _ in 0..<3 {
      let known = asked
      let place = await typist.place(among: words.count, besides: known, texts)
      guard let place, words.indices.contains(place - 1) else { return false }
      asked.insert(place)
      await typist.types(words[place - 1])
    }
    return true
  }

  private func pay(_ typist: Typist, _ texts: Texts) async -> Bool {
    await typist.press(.character("s"))
    guard await typist.sees(texts[.sendAmount]) else { return false }
    await typist.types(DevelopmentFunder.otherAccount)
    await typist.types("0.75")
    guard await typist.readsOn(texts[.reviewUnread], to: texts[.reviewAgree]) else { return false }
    await typist.types(Self.passphrase)
    guard await typist.sees(texts[.sendingDone]) else { return false }
    await typist.press(.enter)
    guard await typist.sees("−0.75 ETH") else { return false }
    await typist.press(.enter)
    // The sheet's title: in a small window, the part below it scrolls.
    guard await typist.sees(texts[.paymentTitle]) else { return false }
    await typist.press(.escape)
    await typist.press(.character("q"))
    return true
  }

  /// Returns the address on a screen, which breaks over two rows if the screen is narrow.
  private static func address(in grid: Grid) -> Address? {
    let text = grid.rows.map { row in
      row.split(separator: " ").filter { $0.allSatisfy { $0.isHexDigit || $0 == "x" } }.joined()
    }.joined()
    guard let match = text.firstMatch(of: /0x[0-9a-fA-F]{40}/) else { return nil }
    do {
      return try Address(checksummed: String(match.0))
    } catch {
      return nil
    }
  }
}

/// Presses keys at a person's pace, and waits for texts on the screen.
private struct Typist {
  let driver: TerminalDriver
  let pace: Double

  /// Waits for a text, and then for the time a person looks at the screen.
  func sees(_ text: String) async -> Bool {
    await screen(text) != nil
  }

  /// Scrolls down while a text shows that more follows, until another text is visible.
  func readsOn(_ more: String, to end: String) async -> Bool {
    let (more, end) = (String(more.prefix(20)), String(end.prefix(20)))
    var last = ""
    func next() async -> Grid? {
      await driver.screen { [last] grid in
        grid.text != last && (grid.text.contains(more) || grid.text.contains(end))
      }
    }
    while let grid = await next() {
      await wait(seconds: 1.2)
      if grid.text.contains(end) { return true }
      last = grid.text
      await press(.down)
    }
    return false
  }

  func screen(_ text: String) async -> Grid? {
    let beginning = String(text.prefix(20))
    let grid = await driver.screen { $0.text.contains(beginning) }
    await wait(seconds: 1.2)
    return grid
  }

  /// Returns the position of the requested word, from 1.
  func place(among count: Int, besides known: Set<Int>, _ texts: Texts) async -> Int? {
    let names = (1...max(1, count)).filter { !known.contains($0) }
    let found = await driver.screen { grid in
      names.contains { grid.rows.contains(texts[.confirmWord, "\($0)"]) }
    }
    await wait(seconds: 0.6)
    guard let found else { return nil }
    return names.first { found.rows.contains(texts[.confirmWord, "\($0)"]) }
  }

  func press(_ code: Key.Code) async {
    driver.press(Key(code))
    await wait(seconds: 0.3)
  }

  /// Types a text, and Return.
  func types(_ text: String) async {
    for character in text {
      driver.press(Key(.character(character)))
      await wait(seconds: 0.03)
    }
    await wait(seconds: 0.5)
    await press(.enter)
  }

  private func wait(seconds: Double) async {
    do {
      try await ContinuousClock().sleep(for: .seconds(seconds * pace))
    } catch {
      // The person has left; the next wait for a screen will notice.
    }
  }
}
