import ActivityClient
import AuthFeature
import EthereumCrypto
import EthereumPrimitives
import Foundation
import NetworksClient
import NetworksClientLive
import VaultClient
import VaultClientLive

/// The status of a home folder: its vault, session, network and unfinished payments, without asking
/// a node or for a passcode.
struct HomeStatus: Equatable, Sendable {
  /// The vault.
  enum VaultState: Equatable, Sendable {
    case none, locked
    case backedOff(until: Date)
  }

  let home: String
  let vault: VaultState
  /// The number of accounts known without the passcode; nil if none are known.
  let accountCount: Int?
  /// The seconds left in the session of 'wallet unlock'; nil if there is no session.
  let sessionSeconds: Int?
  let network: ChosenNetwork
  let pendingCount: Int

  static func == (left: HomeStatus, right: HomeStatus) -> Bool { left.json == right.json }

  /// The status for people, one item per line.
  var text: String {
    var lines = [Phrase("Home:     \(PlainText.printable(home))").text]
    switch vault {
    case .none: lines.append(Phrase("Vault:    none; see 'wallet init' or 'wallet import'").text)
    case .locked:
      lines.append(
        accountCount.map { Phrase("Vault:    locked on the disk, accounts: \($0)").text }
          ?? Phrase("Vault:    locked on the disk").text)
    case .backedOff(let date):
      lines.append(
        Phrase(
          "Vault:    locked; too many tries, or their count is missing or an old copy; next try at \(date.formatted(.iso8601))"
        ).text)
    }
    lines.append(
      sessionSeconds.map {
        Phrase("Session:  open for \(DurationText.rounded($0)) more; 'wallet lock' ends it").text
      } ?? Phrase("Session:  none; reading may ask for the passcode").text)
    let name = network.name.map { "\($0), " } ?? ""
    lines.append(
      Phrase("Network:  \(name)chain \(network.chainID), \(network.address.shownText)").text)
    lines.append(
      pendingCount == 0
        ? Phrase("Payments: none pending").text
        : Phrase("Payments: \(pendingCount) pending; see 'wallet activity'").text)
    return lines.joined(separator: "\n")
  }

  /// The status for a program.
  var json: String {
    var members: [(String, JSONText)] = [("home", .text(home))]
    switch vault {
    case .none: members.append(("vault", .text("none")))
    case .locked: members.append(("vault", .text("locked")))
    case .backedOff(let date):
      members += [
        ("vault", .text("backedOff")), ("nextTry", .text(date.formatted(.iso8601))),
      ]
    }
    members += [
      ("accounts", accountCount.map { .number(UInt64($0)) } ?? .none),
      ("session", .text(sessionSeconds == nil ? "none" : "open")),
      ("secondsLeft", sessionSeconds.map { .number(UInt64($0)) } ?? .none),
      ("network", network.name.map { .text($0.text) } ?? .none),
      ("chainId", .number(network.chainID.rawValue)), ("url", .text(network.address.shownText)),
      ("pending", .number(UInt64(pendingCount))),
    ]
    return JSONText.object(members)
  }
}

extension WalletSession {
  /// Returns the status of the home folder.
  func homeStatus(_ home: String, _ network: ChosenNetwork) async throws(CommandFailure)
    -> HomeStatus
  {
    let state: HomeStatus.VaultState
    do throws(VaultStorageFailure) {
      switch try await VaultClient.live(vault).status() {
      case .empty: state = .none
      case .locked(.backedOff(let date)): state = .backedOff(until: date)
      case .locked(.tries), .unlocked: state = .locked
      }
    } catch {
      throw FailureText.failure(.storage(error))
    }
    let report = unlocked.report()
    var pending = 0
    if state != .none {
      do throws(JournalFailure) {
        pending = try await activity.unresolved().count { $0.intent.chainID == network.chainID }
      } catch {
        throw FailureText.journal(error)
      }
    }
    return HomeStatus(
      home: home, vault: state,
      accountCount: report?.accounts.count ?? accountList.read()?.count,
      sessionSeconds: report?.secondsLeft, network: network, pendingCount: pending)
  }
}
