/// The connections of one server, and which of them must be closed when there are too many.
///
/// A plain value: the server calls it under its lock, and carries out the result.
struct ConnectionTable {
  /// The state of a connection.
  private enum Phase: Equatable {
    /// It waits for its client, since that turn.
    case waiting(since: UInt64)
    /// Its request is being answered.
    case answering
    /// Its socket was ended; its thread is about to end.
    case ending
  }

  private struct Entry {
    let socket: SocketFile
    var phase: Phase
  }

  private let countMax: Int
  private var entries: [UInt64: Entry] = [:]
  private var turn: UInt64 = 0
  private(set) var isStopping = false

  init(countMax: Int) {
    self.countMax = countMax
  }

  var isEmpty: Bool { entries.isEmpty }

  /// Adds a connection.
  ///
  /// - Returns: Its number, and the socket to end in its favour; nil if it can't be accepted,
  ///   because all others are being answered or end too slowly.
  mutating func insert(_ socket: SocketFile) -> (id: UInt64, ended: SocketFile?)? {
    guard !isStopping else { return nil }
    var ended: SocketFile?
    if entries.count >= countMax {
      guard entries.count < 2 * countMax, let victim = endLongestWaiting() else { return nil }
      ended = victim
    }
    turn += 1
    entries[turn] = Entry(socket: socket, phase: .waiting(since: turn))
    return (turn, ended)
  }

  /// Ends the connection that has waited longest for its client; nil when none waits.
  mutating func endLongestWaiting() -> SocketFile? {
    var longest: (id: UInt64, since: UInt64)?
    for (id, entry) in entries {
      guard case .waiting(let since) = entry.phase else { continue }
      if longest.map({ since < $0.since }) ?? true { longest = (id, since) }
    }
    guard let longest else { return nil }
    entries[longest.id]?.phase = .ending
    return entries[longest.id]?.socket
  }

  /// Notes that a request arrived; returns whether it should still be answered.
  mutating func beginAnswer(_ id: UInt64) -> Bool {
    guard entries[id]?.phase != .ending else { return false }
    entries[id]?.phase = .answering
    return true
  }

  /// Notes that an answer was written; returns whether the connection should continue.
  mutating func endAnswer(_ id: UInt64) -> Bool {
    guard entries[id]?.phase == .answering, !isStopping else { return false }
    turn += 1
    entries[id]?.phase = .waiting(since: turn)
    return true
  }

  /// Forgets a connection; returns whether all are gone after a stop.
  mutating func remove(_ id: UInt64) -> Bool {
    entries[id] = nil
    return isStopping && entries.isEmpty
  }

  /// Accepts no more connections, and ends those that wait for their clients, or all.
  ///
  /// - Returns: The sockets to end.
  mutating func stop(endsAnswers: Bool) -> [SocketFile] {
    isStopping = true
    var ended: [SocketFile] = []
    for (id, entry) in entries {
      switch entry.phase {
      case .ending: continue
      case .answering where !endsAnswers: continue
      case .waiting, .answering:
        entries[id]?.phase = .ending
        ended.append(entry.socket)
      }
    }
    return ended
  }
}
