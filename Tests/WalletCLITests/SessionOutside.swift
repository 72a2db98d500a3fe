import Foundation
import Synchronization
import Testing

@testable import WalletCLI

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The surroundings of a session's server: peers, and the time.
///
/// A step runs when the server waits and has nothing to read; without a step left, the time passes
/// that the server waits for.
final class SessionOutside: Sendable {
  let path: String
  let now = Mutex(1_000.0)
  let steps = Mutex<[@Sendable (SessionOutside) -> Void]>([])
  let peers = Mutex<[Int32]>([])
  let waits = Mutex<[Int32]>([])
  let folder: String

  init(_ steps: [@Sendable (SessionOutside) -> Void]) throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "u-\(UUID())").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    path = folder + "/s"
    self.steps.withLock { $0 = steps }
  }

  deinit {
    for peer in peers.withLock({ $0 }) where peer >= 0 { close(peer) }
    do {
      try FileManager.default.removeItem(atPath: folder)
    } catch {
      print("\(folder) stays: \(error)")
    }
  }

  /// A new peer; returns its number.
  @discardableResult
  func connect() -> Int {
    let descriptor = UnixSocket.connect(path) ?? -1
    #expect(descriptor >= 0)
    return peers.withLock {
      $0.append(descriptor)
      return $0.count - 1
    }
  }

  func say(_ text: String, _ peer: Int = 0) {
    _ = UnixSocket.send(text, to: peers.withLock { $0[peer] })
  }

  func leave(_ peer: Int = 0) {
    peers.withLock {
      close($0[peer])
      $0[peer] = -1
    }
  }

  func pass(_ seconds: Double) { now.withLock { $0 += seconds } }

  /// Returns the server's answer to a peer: nil if its connection is open and nothing came.
  func told(_ peer: Int = 0) -> String? {
    var buffer = [UInt8](repeating: 0, count: 4_096)
    let descriptor = peers.withLock { $0[peer] }
    let count = recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT))
    guard count >= 0 || errno != EAGAIN else { return nil }
    return String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
  }

  var time: UnlockedServer.Time {
    UnlockedServer.Time(now: { self.now.withLock { $0 } }) { watched, milliseconds in
      self.waits.withLock { $0.append(milliseconds) }
      let start = self.now.withLock { $0 }
      while true {
        let count = Glibc.poll(&watched, nfds_t(watched.count), 0)
        if count > 0 { return count }
        let step = self.steps.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        guard let step else {
          self.pass(Double(milliseconds) / 1_000)
          return 0
        }
        step(self)
        // A wait does not exceed its time.
        let passed = (self.now.withLock { $0 } - start) * 1_000
        if passed >= Double(milliseconds) {
          return Glibc.poll(&watched, nfds_t(watched.count), 0)
        }
      }
    }
  }
}
