import ActivityClient
import ContactsClient
import EthereumCrypto
import EthereumPrimitives
import Foundation
import HeadraceTerminal
import HomeFeature
import NodeClient
import SendFeature
import VaultClient
import WalletApp

// MARK: - Home

extension WalletScreens {
  func view(of home: Home.State) -> ScreenView {
    ScreenView(
      texts[.homeTitle], hints: homeHints,
      moreHint: state.isSearching ? nil : ("?", texts[.keyMore])
    ) {
      HomePanel(
        head: head(home, texts[.homeJournalOlder]),
        shortHead: head(home, texts[.homeJournalOlderShort]),
        // A screen reader would name each dot of it.
        chart: state.isReadAloud ? nil : chart(home.samples.balancesInEqualSteps()),
        search: state.isSearching || !home.searchText.isEmpty
          ? TextField(
            texts[.homeSearch], state.search, isFocused: state.isSearching,
            placeholder: texts[.homeSearchHint]) : nil,
        activity: Column {
          Row {
            Text(texts[.homeActivity], .title)
            // The keys that select and open a line; the row of hints has no room for them.
            if !home.lines.isEmpty { Text("↑↓ ⏎", .secondary) }
            Divider().flexible()
            if let blocks = home.scannedBlocks {
              Text(
                texts[.homeScanned, "\(blocks.lowerBound)", "\(blocks.upperBound)"], .secondary)
            }
          }
          activity(home).flexible(columns: 1, rows: 1)
        })
    }
  }

  /// Returns a chart of the balances with texts for the highest and the lowest; nil if there is
  /// only one.
  private func chart(_ balances: [Wei]) -> LineChart? {
    guard balances.count > 1, let highest = balances.max(), let lowest = balances.min() else {
      return nil
    }
    return LineChart(
      balances.map(\.ether), highest: amount(highest), lowest: amount(lowest))
  }

  private var homeHints: [(key: String, meaning: String)] {
    if state.isSearching { return [("⏎", texts[.keyChoose]), ("esc", texts[.keyBack])] }
    return [
      ("s", texts[.keySend]), ("r", texts[.keyReceive]), ("/", texts[.keySearch]),
      ("a", texts[.keyAccounts]), ("p", texts[.keySettings]), ("l", texts[.keyLock]),
      ("u", texts[.keyRefresh]), ("q", texts[.keyQuit]),
    ]
  }

  /// Returns the account, its balance, and anything that prevents payments.
  private func head(_ home: Home.State, _ olderJournal: String) -> Column {
    Column {
      Row {
        Text(texts.name(of: home.account), .title)
        Text(home.account.address.checksummed, .secondary, cut: .middle).flexible()
        Text(networkName(home.chainID) ?? texts[.homeChain, "\(home.chainID)"], .secondary)
      }
      balance(home, olderJournal)
    }
  }

  private func balance(_ home: Home.State, _ olderJournal: String) -> any View {
    Column {
      Row {
        if let balance = home.balance {
          Text(amount(balance.balance), .accent, cut: .end).flexible()
        } else {
          Text(texts[.homeUnknown], .secondary).flexible()
        }
        if home.isRefreshing {
          Spinner(tick: state.tick)
          Text(texts[.homeRefreshing], .secondary)
        }
      }
      if let failure = home.balanceFailure {
        Text(text(of: failure, home.balance), .warning)
      } else if let balance = home.balance {
        Text(
          texts[.homeAge, "\(balance.blockNumber)", ago(balance.takenAt)], .secondary, cut: .end)
      }
      if home.journalStanding == .older { Text(olderJournal, .failure) }
      if !home.endsInDoubt.isEmpty { Text(texts[.homeInDoubt], .warning) }
      if let failure = home.activityFailure {
        Text(FailureText.journal(failure).sentence, .failure)
      }
    }
  }

  /// Returns the reason the balance is outdated, and its age.
  private func text(of failure: NodeError, _ known: Home.Snapshot?) -> String {
    if case .wrongChain(let expected, let actual) = failure {
      return texts[.homeWrongChain, "\(actual)", "\(expected)"]
    }
    guard let known else {
      // A new user has no node yet.
      guard let open = state.openNetwork else { return texts[.homeOfflineUnknown] }
      return texts[
        state.chainID.isDevelopment ? .homeNoDevelopmentNode : .homeNoNode, open.nodeText]
    }
    return texts[.homeOffline, ago(known.takenAt)]
  }

  private func activity(_ home: Home.State) -> any View {
    guard !home.lines.isEmpty else {
      return Text(texts[home.searchText.isEmpty ? .homeEmpty : .homeNothingFound], .secondary)
    }
    let more = texts[.homeMore]
    let columns = home.lines.map { CellText.columns(of: amount(of: $0)) }.max() ?? 0
    let rows = home.lines.map { row($0, home, amountColumns: columns) }
    let count = rows.count + (home.hasMoreLines ? 1 : 0)
    return List(count: count, selected: min(state.chosen, count - 1), target: "row") { row in
      row < rows.count ? rows[row] : Text(more, .accent)
    }
  }

  private func row(
    _ line: ActivityLine, _ home: Home.State, amountColumns: Int
  ) -> any View {
    let state = words(of: line, home)
    let name = home.name(of: line.counterparty, texts)
    return ActivityRow(
      amount: amount(of: line), amountColumns: amountColumns,
      counterparty: name ?? line.counterparty.checksummed, hasName: name != nil,
      state: state.text, sign: state.sign,
      role: state.role, when: when(line.date))
  }

  private func amount(of line: ActivityLine) -> String {
    switch line {
    case .payment(let payment): "−\(amount(payment.intent.value))"
    case .received(let received): "+\(amount(received.value))"
    }
  }

  private typealias LineState = (text: String, sign: String, role: StyleRole)

  private func words(of line: ActivityLine, _ home: Home.State) -> LineState {
    switch line {
    case .payment(let payment) where home.endsInDoubt.contains(payment.id):
      return (texts[.paymentStateInDoubt], "?", .warning)
    case .payment(let payment):
      let role = PaymentWords.role(payment.state)
      let sign =
        switch role {
        case .success: "✓"
        case .accent: "…"
        default: "×"
        }
      return (PaymentWords.state(of: payment, texts), sign, role)
    case .received(let received):
      let depth = received.depth(below: home.balance?.blockNumber ?? 0)
      guard depth < Self.settledDepth else { return (texts[.receivedState], "✓", .success) }
      // The displayed balance may be older than the block.
      guard depth > 0 else { return (texts[.receivedState], "…", .accent) }
      return (texts[.receivedDepth, "\(depth)"], "…", .accent)
    }
  }

  /// The number of blocks after which no reorganisation is expected.
  private static let settledDepth: UInt64 = 12

  // MARK: Times

  /// Formats how long ago something was; from a day on, as a date.
  private func when(_ date: Date) -> String {
    state.now.timeIntervalSince(date) < 86_400
      ? age(date) : state.region.day(date, now: state.now, state.language)
  }

  private func moment(_ date: Date) -> String { state.region.moment(date, state.language) }

  // MARK: A Line

  /// Returns an address, after the name of its owner.
  func named(_ address: Address) -> String { named(state.name(of: address), address) }

  func line(_ id: ActivityLine.ID) -> ScreenView {
    switch home?.lines.first(where: { $0.id == id }) {
    case .payment(let payment): paid(payment)
    case .received(let received): got(received)
    case nil: ScreenView(texts[.paymentTitle], hints: [("esc", texts[.keyBack])]) {}
    }
  }

  private func paid(_ payment: Payment) -> ScreenView {
    let isOpen = home?.replaceablePayment(payment.id) != nil
    let waits = state.wallet?.resuming?.waitsForDecision(payment.id) == true
    let hints =
      (waits ? [("s", texts[.keySendAgain])] : [])
      + (isOpen && !payment.isCancelling ? [("f", texts[.keyFaster])] : [])
      + (isOpen ? [("x", texts[.keyCancelPayment])] : [])
    let isInDoubt = home?.endsInDoubt.contains(payment.id) == true
    let shown = isInDoubt ? texts[.paymentStateInDoubt] : PaymentWords.state(of: payment, texts)
    return sheet(
      texts[.paymentTitle], hints: hints,
      [
        (texts[.paymentAmount], amount(payment.intent.value)),
        (texts[.paymentRecipient], named(payment.intent.to)),
        (texts[.paymentState], shown),
        (texts[.paymentRecorded], moment(payment.recordedAt)),
      ] + fee(of: payment) + [
        (texts[.reviewNonce], "\(payment.nonce)"),
        (texts[.paymentHash], payment.hash.hex),
      ], note: isInDoubt ? texts[.homeInDoubt] : nil)
  }

  /// Returns the fee that a block charged for a payment, or may charge; empty if there is none.
  private func fee(of payment: Payment) -> [(name: String, value: String)] {
    if let inclusion = payment.state.inclusion {
      // A node may report a price that no account can pay.
      guard let fee = PaymentLineText.fee(of: inclusion) else { return [] }
      return [(texts[.paymentFee], ether(fee))]
    }
    // It was ended before it was sent, or another payment has its nonce.
    guard payment.state.isUnresolved else { return [] }
    do throws(AmountError) {
      let current = payment.current
      return [(texts[.reviewFee], ether(try current.maxFeePerGas.cost(of: current.gasLimit)))]
    } catch {
      return []
    }
  }

  /// Returns a sheet with a line of the activity, whose hash can be copied; it scrolls if needed.
  private func sheet(
    _ title: String, hints: [(String, String)], _ facts: [(name: String, value: String)],
    note: String? = nil
  ) -> ScreenView {
    let copy = state.canCopy ? [("c", texts[.keyCopy])] : []
    return ScreenView(title, hints: hints + copy + [("esc", texts[.keyBack])]) {
      Scroll(from: state.scroll) {
        Facts(facts)
        if let note { Text(note, .secondary) }
      }
    }
  }

  private func stateText(of received: ReceivedPayment) -> String {
    home.map { words(of: .received(received), $0).text } ?? texts[.receivedState]
  }

  private func got(_ received: ReceivedPayment) -> ScreenView {
    sheet(
      texts[.receivedTitle], hints: [],
      [
        (texts[.paymentAmount], amount(received.value)),
        (texts[.receivedFrom], named(received.from)),
        (texts[.receivedBlock], "\(received.blockNumber) (\(stateText(of: received)))"),
        (texts[.receivedDate], moment(received.date)),
        (texts[.paymentHash], received.transactionHash.hex),
      ], note: texts[.receivedNote])
  }
}

extension Home.State {
  /// Returns the name of an address in a language, from the contacts or the wallet's own accounts.
  func name(of address: Address, _ texts: Texts) -> String? {
    contacts.first { $0.address == address }?.name.text
      ?? accounts.first { $0.address == address }.map { texts.name(of: $0) }
  }
}

extension ActivityLine {
  /// The hash by which nodes and explorers identify it.
  var transactionHash: Hash32 {
    switch self {
    case .payment(let payment): payment.hash
    case .received(let received): received.transactionHash
    }
  }
}

extension [BalanceSample] {
  /// The maximum number of balances in a chart: two for each column of a wide terminal.
  private static var stepCount: Int { 240 }

  /// Returns the balances at equal time steps, from the first sample to the last; between samples,
  /// the earlier one is used.
  func balancesInEqualSteps() -> [Wei] {
    guard let first, let last, last.date > first.date else { return map(\.balance) }
    let seconds = last.date.timeIntervalSince(first.date)
    var place = startIndex
    return (0..<Self.stepCount).map { step in
      let share = Double(step) / Double(Self.stepCount - 1)
      let date =
        step == Self.stepCount - 1
        ? last.date : first.date.addingTimeInterval(seconds * share)
      while place + 1 < endIndex, self[place + 1].date <= date { place += 1 }
      return self[place].balance
    }
  }
}

extension Wei {
  /// The amount in ether, as exact as a chart needs it.
  fileprivate var ether: Double { Double(etherText) ?? 0 }
}

/// The account above its activity, with a chart between them if there is room.
private struct HomePanel: View {
  let head: Column
  /// The head with a shorter text, used if the full one would leave too few rows.
  let shortHead: Column
  let chart: LineChart?
  let search: TextField?
  let activity: Column

  /// The minimum number of rows of the activity if a chart is shown.
  private static let activityRowsMin = 6
  private static let chartRows = 4
  /// The minimum number of rows of the activity below the full head: its title and two lines.
  private static let activityRowsBelowHead = 3

  func columns(within limit: Int) -> Int { limit }
  func rows(within columns: Int) -> Int { head.rows(within: columns) + 2 }
  var flexibility: Flexibility { .both }

  func draw(on canvas: inout Canvas) {
    let size = canvas.size
    let searchRows = search == nil ? 0 : 2
    let headRows = head.rows(within: size.columns)
    let isShort = size.rows - headRows - searchRows < Self.activityRowsBelowHead
    let head = isShort ? shortHead : head
    let above = head.rows(within: size.columns) + searchRows
    let hasChart = size.rows - above >= Self.chartRows + Self.activityRowsMin
    let view = Column {
      head
      if hasChart, let chart { chart.frame(rows: Self.chartRows) }
      if let search { search }
      activity.flexible(columns: 1, rows: 1)
    }
    canvas.draw(view, in: canvas.bounds)
  }
}

/// A line of the activity; a narrow one has a sign for its state.
private struct ActivityRow: View {
  let amount: String
  /// The width of the longest amount of all lines.
  let amountColumns: Int
  let counterparty: String
  let hasName: Bool
  let state: String
  let sign: String
  let role: StyleRole
  let when: String

  func columns(within limit: Int) -> Int { limit }
  func rows(within columns: Int) -> Int { 1 }

  func draw(on canvas: inout Canvas) {
    let isNarrow = canvas.size.columns < 60
    // A cut amount would be a different one, so names and addresses are shortened first.
    let (least, most) = isNarrow ? (14, 24) : (18, 30)
    // Separators are dropped next, from all lines.
    let shown = amountColumns <= most ? amount : amount.filter { $0 != "," }
    let view = Row {
      if isNarrow { Text(sign, role) }
      Text(shown, cut: .end).frame(columns: min(max(least, amountColumns), most))
      Text(counterparty, hasName ? .text : .secondary, cut: hasName ? .end : .middle).flexible()
      if !isNarrow { Text(state, role, cut: .end).frame(columns: 24) }
      Text(when, .secondary, alignment: .trailing, cut: .end).frame(columns: 11)
    }
    canvas.draw(view, in: canvas.bounds)
  }
}
