import Foundation
import VaultClient

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The holder of a home folder: the process started by `wallet unlock`, which keeps the wallet
/// open, as other commands see it.
///
/// It returns only what may be shown without a passcode while the wallet is open: the accounts. It
/// signs nothing, and no secret crosses its socket in either direction.
package struct UnlockedHome: Sendable {
  /// The socket's path.
  let socketPath: String
  /// The file that the holder has locked.
  let lockPath: String

  /// The maximum time to wait for an answer, in milliseconds.
  static let answerMillisecondsMax: Int32 = 10_000
  /// The maximum size of an answer, in bytes.
  static let answerByteCountMax = 1 << 20

  /// Creates the holder of a home folder.
  package init(home: String) {
    socketPath = home + "/unlocked.sock"
    lockPath = home + "/unlocked.lock"
  }

  /// A holder's report.
  struct Report: Codable, Equatable, Sendable {
    /// The number of seconds left.
    var secondsLeft: Int
    var accounts: [ListedAccount]
  }

  /// A request to a holder.
  enum Request: String, CaseIterable, Sendable {
    case accounts, lock
  }

  /// Returns the holder's report; nil if there is no holder.
  func report() -> Report? {
    guard let answer = ask(.accounts) else { return nil }
    do {
      return try JSONDecoder().decode(Report.self, from: answer)
    } catch {
      // Something else is listening there, or the holder is about to end: it counts as missing.
      return nil
    }
  }

  /// Returns the accounts of the open wallet; nil if there is no holder.
  func accounts() -> [VaultAccount]? {
    guard let report = report(), !report.accounts.isEmpty else { return nil }
    do {
      return try report.accounts.map { try $0.account() }
    } catch {
      return nil
    }
  }

  /// Ends the holder; returns true if there was one.
  func lock() -> Bool { ask(.lock) != nil }

  /// Sends a request, and returns the answer; nil if no answer arrives in time.
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
