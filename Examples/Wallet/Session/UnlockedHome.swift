import Foundation
import VaultClient

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The holder of a home: the process that `wallet unlock` starts, which keeps the wallet open, as
/// other commands ask it.
///
/// It answers with what may be shown without a passcode while the wallet is open: the accounts. It
/// signs nothing, and no secret crosses its socket in either direction.
package struct UnlockedHome: Sendable {
  /// The socket's path.
  let socketPath: String
  /// The file that the holder has locked.
  let lockPath: String

  /// How long an answer is waited for, in milliseconds.
  static let answerMillisecondsMax: Int32 = 10_000
  /// The longest answer, in bytes.
  static let answerByteCountMax = 1 << 20

  /// Names the holder of a home.
  package init(home: String) {
    socketPath = home + "/unlocked.sock"
    lockPath = home + "/unlocked.lock"
  }

  /// What a holder tells.
  struct Report: Codable, Equatable, Sendable {
    /// How many seconds are left.
    var secondsLeft: Int
    var accounts: [ListedAccount]
  }

  /// What is asked of a holder.
  enum Request: String, CaseIterable, Sendable {
    case accounts, lock
  }

  /// What the holder tells; nil where there is none.
  func report() -> Report? {
    guard let answer = ask(.accounts) else { return nil }
    do {
      return try JSONDecoder().decode(Report.self, from: answer)
    } catch {
      // Something else listens there, or the holder is about to end: there is none then.
      return nil
    }
  }

  /// The accounts of the open wallet; nil where there is no holder.
  func accounts() -> [VaultAccount]? {
    guard let report = report(), !report.accounts.isEmpty else { return nil }
    do {
      return try report.accounts.map { try $0.account() }
    } catch {
      return nil
    }
  }

  /// Ends the holder; returns whether there was one.
  func lock() -> Bool { ask(.lock) != nil }

  /// Asks, and returns the answer; nil if no answer comes in time.
  private func ask(_ request: Request) -> Data? {
    guard let descriptor = UnixSocket.connect(socketPath) else { return nil }
    defer { close(descriptor) }
    guard UnixSocket.send(request.rawValue + "\n", to: descriptor) else { return nil }
    var answer = Data()
    var buffer = [UInt8](repeating: 0, count: 4_096)
    while answer.count <= Self.answerByteCountMax {
      var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let ready = poll(&waiting, 1, Self.answerMillisecondsMax)
      if ready < 0, errno == EINTR { continue }
      guard ready > 0 else { return nil }
      let count = read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      answer.append(contentsOf: buffer[..<count])
    }
    guard answer.last == UInt8(ascii: "\n"), answer.count <= Self.answerByteCountMax else {
      return nil
    }
    return answer.dropLast()
  }
}
