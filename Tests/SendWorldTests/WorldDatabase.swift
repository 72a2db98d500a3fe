import GRDB
import Synchronization

@testable import ActivityClientLive

/// A journal in memory, which worlds use one after another.
///
/// A new connection compiles each of the journal's statements again, which took most of a world's
/// time. So the connection stays open, and each world gets an empty journal.
final class WorldDatabase: Sendable {
  let database: ActivityDatabase
  /// A second connection to the same memory, which empties it.
  private let eraser: DatabaseQueue

  /// The journals that no world uses.
  private static let unused = Mutex<[WorldDatabase]>([])
  /// The number of journals that were made.
  private static let count = Mutex(0)
  /// An empty journal.
  private static let empty = ActivityDatabase.memory()

  private init(number: Int) throws {
    // All connections to a name share one memory.
    let path = "file:/world-\(number)?vfs=memdb"
    var configuration = ActivityDatabase.configuration(busySeconds: 0, isFile: false)
    configuration.prepareDatabase { database in
      // Nothing here needs to survive a crash of the machine.
      try database.execute(sql: "PRAGMA journal_mode = MEMORY")
    }
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    database = ActivityDatabase(place: .memory(queue), busySeconds: 0)
    eraser = try DatabaseQueue(path: path, configuration: configuration)
  }

  /// Returns an empty journal.
  static func take() -> WorldDatabase {
    do {
      let known = unused.withLock { $0.popLast() }
      let next = count.withLock { count in
        count += known == nil ? 1 : 0
        return count
      }
      let memory = try known ?? WorldDatabase(number: next)
      try memory.erase()
      return memory
    } catch {
      preconditionFailure("No journal can be made in memory: \(error)")
    }
  }

  /// Returns it to the unused ones.
  func giveBack() { Self.unused.withLock { $0.append(self) } }

  /// Copies an empty journal over this one.
  ///
  /// A copy counts as a change of the tables, which would recompile the statements; the tables are
  /// the same, so their version is, too.
  private func erase() throws {
    guard case .memory(let empty) = Self.empty.place else { return }
    let version = try empty.read { try Int.fetchOne($0, sql: "PRAGMA schema_version") ?? 0 }
    try empty.backup(to: eraser)
    try eraser.inDatabase { try $0.execute(sql: "PRAGMA schema_version = \(version)") }
  }
}
