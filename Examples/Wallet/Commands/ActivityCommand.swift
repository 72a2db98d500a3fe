package import ActivityClient
import ArgumentParser
import ContactsClient
import EthereumCrypto
package import EthereumPrimitives
import Foundation
import Headrace
import NodeClient
package import SendFeature
import VaultClient

/// `wallet activity`: lists the last payments.
struct ActivityCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "activity",
      abstract: Phrase("Lists the latest payments, pending ones first.").text,
      discussion: Phrase(
        """
        The node is asked about every payment whose outcome can still change. If it does not \
        answer, or can't tell, the states are marked with their age, and the exit code is 69; \
        if its chain lacks a final outcome, it is 76. Incoming payments are looked for in the \
        newest blocks, and kept as this node reports them. No passcode is needed.
        """
      ).text)
  }

  @OptionGroup var from: FromOptions
  @OptionGroup var journal: JournalOptions

  @Option(
    name: .customLong("with"),
    help: .said("Lists only payments to or from an address, or a contact by its name."))
  var counterparty: String?

  @Flag(help: .said("Lists all payments."))
  var all = false

  @Flag(help: .said("Answers with one JSON array."))
  var json = false

  func run() async throws {
    try await CommandRun.reporting(json: json) { terminal throws(CommandFailure) in
      let session = try journal.session(terminal)
      try await session.requireWallet()
      let account = try await session.listedAccount(from.reference)
      var other: Address?
      if let counterparty {
        other = try await session.recipient(counterparty, json: json).address
      }
      try await session.tellPayments(of: account, with: other, all: all, json: json)
    }
  }
}

/// `wallet repair`: reads the ends of payments again.
struct RepairCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "repair",
      abstract: Phrase("Checks the outcome of every payment again, as this node reports it.").text,
      discussion: Phrase(
        """
        For a node that lied, a deep reorganisation, or a development chain that was restarted: \
        payments whose outcome is not on the node's chain are pending \
        again. Nothing is signed or sent, \
        and no passcode is needed.
        """
      ).text)
  }

  @OptionGroup var journal: JournalOptions

  @Flag(help: .said("Answers with one JSON object."))
  var json = false

  func run() async throws {
    try await CommandRun.reporting(json: json) { terminal throws(CommandFailure) in
      let session = try journal.session(terminal)
      try await session.requireWallet()
      let report = try await session.repair(json: json)
      terminal.writeLine(json ? report.json : report.text(node: session.nodeName))
      if let failure = report.failure { throw failure }
    }
  }
}

/// The payments of a wallet on a chain, as just read.
package struct PaymentList: Equatable, Sendable {
  /// The payments, unfinished ones first.
  package var payments: [Payment]
  /// True if there are older ones.
  package var hasMore: Bool
  /// The payments whose end the node's chain did not confirm.
  package var unread: Set<PaymentID> = []
  /// The reason the node could not be asked; the states are then outdated.
  package var failure: CommandFailure?
  /// The payments that the accounts received.
  package var incoming = IncomingPayments()
}

extension PaymentList {
  /// Returns the open payments first, then all others and the received ones, newest first.
  func lines(limit: Int?) -> [ActivityLine] {
    let open = payments.prefix { $0.state.isUnresolved }.map(ActivityLine.payment)
    let others =
      payments.dropFirst(open.count).map(ActivityLine.payment)
      + incoming.received.map(ActivityLine.received)
    // Lines with the same time keep their order.
    let sorted = others.enumerated().sorted {
      ($0.element.date, -$0.offset) > ($1.element.date, -$1.offset)
    }
    return Array((open + sorted.map(\.element)).prefix(limit ?? .max))
  }
}

extension WalletSession {
  /// Returns the address of a named account; nil if none is named.
  ///
  /// An address does not need to be an account's: payments of removed accounts are listed, too.
  func listedAccount(_ reference: AccountReference?) throws(CommandFailure) -> Address? {
    guard let reference else { return nil }
    if let accounts = unlocked.accounts() ?? accountList.read() {
      return try reference.account(among: accounts).address
    }
    do throws(AddressError) {
      return try Address(
        pasted: TypedRecipient.addressText(reference.text) ?? reference.text)
    } catch {
      throw CommandFailure(
        "the accounts are not known without the passcode; expected --from with an address, or"
          + " 'wallet accounts' first", .usage)
    }
  }

  /// The number of payments listed by default.
  private static let pageSize = 20

  /// Prints the last payments, or all.
  ///
  /// - Parameters:
  ///   - account: The account that pays or receives; nil for all.
  ///   - other: The other party of a payment; nil for all.
  func tellPayments(
    of account: Address? = nil, with other: Address? = nil, all: Bool = false, json: Bool = false,
    at now: Date = Date()
  ) async throws(CommandFailure) {
    let list = try await listPayments(of: account, with: other, all: all, json: json)
    let columns = json ? nil : terminal.columns
    terminal.writeList(
      list.lines(limit: all ? nil : Self.pageSize).map { line in
        switch line {
        case .payment(let payment):
          let isAsked = list.failure == nil && !list.unread.contains(payment.id)
          guard let columns else {
            return PaymentLineText.text(payment, json: json, isAsked: isAsked, at: now)
          }
          return PaymentLineText.block(payment, isAsked: isAsked, columns: columns, at: now)
        case .received(let received):
          return columns.map { IncomingText.block(received, columns: $0) }
            ?? IncomingText.text(received, json: json)
        }
      },
      json: json, none: Phrase("No payments.").text)
    if list.hasMore || !all && list.lines(limit: nil).count > Self.pageSize {
      terminal.writeNote(
        Phrase("There are older payments; --all lists them too.").text, json: json)
    }
    tellLimits(of: list.incoming, json: json)
    if let failure = list.failure { throw failure }
    guard list.unread.isEmpty else { throw FailureText.notRead(list.unread.count) }
  }

  /// Lists payments, and asks the node about each whose end can still change.
  package func listPayments(
    of account: Address? = nil, with other: Address? = nil, all: Bool = false, json: Bool = false
  ) async throws(CommandFailure) -> PaymentList {
    let readsAll = all || other != nil
    var found: [Payment]
    do {
      found = try await activity.payments(
        ActivityQuery(from: account, chainID: chainID, limit: readsAll ? .max : Self.pageSize + 1))
    } catch {
      throw FailureText.journal(error)
    }
    if let other { found.removeAll { $0.intent.to != other } }
    var list = PaymentList(
      payments: all ? found : Array(found.prefix(Self.pageSize)),
      hasMore: !all && found.count > Self.pageSize)
    // One time limit for all of them, because many slow answers add up.
    let reading = Task { [list] in
      var end = await readAgain(list)
      guard end.failure == nil else { return end }
      do throws(CommandFailure) {
        end.list.incoming = try await incomingPayments(
          of: account, count: readsAll ? .max : 2 * Self.pageSize)
      } catch {
        end.failure = error
      }
      if let other { end.list.incoming.received.removeAll { $0.from != other } }
      return end
    }
    let (end, isOver) = await watch(reading, json: json)
    list = end.list
    if isOver {
      list.failure = tooLate("nothing was sent")
    } else if let failure = end.failure {
      throw failure
    }
    return list
  }

  /// Asks the node about each payment whose end can still change, until it does not answer, and
  /// about final ends where its chain lacks one.
  private func readAgain(
    _ known: PaymentList
  ) async -> (list: PaymentList, failure: CommandFailure?) {
    var list = known
    let open = list.payments.indices.filter { index in
      !list.payments[index].isFinal && list.payments[index].state != .abandoned
    }
    let indices = open + (await finalEndsInDoubt(list.payments))
    defer { asked = nil }
    for (number, index) in indices.enumerated() where list.failure == nil {
      asked = indices.count == 1 ? nil : { (number + 1, indices.count) }
      let reference = PaymentReference.id(list.payments[index].id)
      let store = makeFollowing(reference)
      await store.send(.view(.looked)).finish()
      do {
        let status = try status(of: reference, in: store)
        list.payments[index] = status.payment
        if !status.isReadAgain { list.unread.insert(status.payment.id) }
        if let failure = status.nodeFailure {
          list.failure = CommandFailure(
            said: FailureText.failure(failure).message, .nodeUnavailable)
        }
      } catch {
        guard error.status == .nodeUnavailable || list.payments[index].isFinal else {
          return (list, error)
        }
        list.failure = error
      }
    }
    return (list, nil)
  }

  /// The final ends that the node's chain may lack: none if it has the newest of their blocks,
  /// because a block stands for all before it.
  private func finalEndsInDoubt(_ payments: [Payment]) async -> [Int] {
    let final = payments.indices.filter { payments[$0].isFinal }
    let blocks = final.compactMap { payments[$0].state.endBlock }
    guard let newest = blocks.max(by: { $0.number < $1.number }) else { return [] }
    do {
      let there = try await node.block(at: .number(newest.number))
      return there?.hash == newest.hash ? [] : final
    } catch {
      return final
    }
  }

  /// Reads the end of every payment again.
  ///
  /// - Returns: The findings; if the command is stopped, the findings so far.
  package func repair(json: Bool = false) async throws(CommandFailure) -> RepairReport {
    let store = Store(initialState: RepairPayments.State(chainID: chainID)) {
      RepairPayments()
    } withDependencies: { [activity, node, verifier] in
      $0.context = .live
      $0.activity = activity
      $0.node = node
      $0.verifier = verifier
    }
    asked = {
      guard case .running(let report) = store.withState(\.phase), report.leftCount > 0 else {
        return nil
      }
      return (report.count + 1, report.count + report.leftCount)
    }
    defer { asked = nil }
    // Each payment has its own time limit.
    try await ask(store, .view(.started), json: json, seconds: .max)
    switch store.withState(\.phase) {
    case .done(let report): return report
    case .running(let report) where report.count > 0: return report
    case .failed(let failure): throw FailureText.failure(failure)
    case .idle, .running: throw .interrupted
    }
  }
}

extension RepairReport {
  /// The number of payments that were looked at.
  fileprivate var count: Int { standing.count + reopened.count + unknown.count }

  /// The reason the repair is incomplete; nil if it is complete.
  var failure: CommandFailure? {
    if leftCount > 0 {
      return CommandFailure(
        "interrupted: \(leftCount) payments were not checked; what was read so far is kept",
        .tryAgain)
    }
    return unknown.isEmpty ? nil : FailureText.notRead(unknown.count)
  }

  /// Returns the findings for people.
  ///
  /// - Parameter node: The node's name in sentences.
  func text(node: String) -> String {
    let (reopenedCount, unknownCount) = (reopened.count, unknown.count)
    let counts =
      standing.count == 1
      ? Phrase("1 payment unchanged, \(reopenedCount) pending again, \(unknownCount) not read").text
      : Phrase(
        "\(standing.count) payments unchanged, \(reopenedCount) pending again, \(unknownCount) not read"
      ).text
    return
      ([counts] + reopened.map { PaymentLineText.text($0, json: false) }
      + unknown.map { news in
        let reason = ProgressText.reason(news.progress, node: node)
        return Phrase("\(news.payment.hash.hex)  not read: \(reason)").text
      }).joined(separator: "\n")
  }

  /// The findings for a program.
  var json: String {
    JSONText.object([
      ("standing", .number(UInt64(standing.count))),
      ("reopened", .texts(reopened.map(\.hash.hex))),
      ("unknown", .texts(unknown.map(\.payment.hash.hex))),
      ("left", .number(UInt64(leftCount))),
    ])
  }
}
