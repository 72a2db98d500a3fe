import Foundation
import HeadraceDurable

extension DurableJournal {
  /// Opens the database that a command line names, without creating it.
  ///
  /// - Throws: ``CommandFailure``, ``DurableFailure``.
  static func existing(_ database: String) async throws -> DurableJournal {
    let journal = try open(database)
    do {
      try await journal.requireKnownSchema()
    } catch {
      guard CommandFailure(error).status == .damaged else { throw error }
      // This throws as well if there are no tables at all.
      _ = try await journal.entities(limit: 1)
      throw CommandFailure(
        "An earlier version of Headrace created the database: open it once with a worker "
          + "of this version.", .unreadable)
    }
    return journal
  }

  private static func open(_ database: String) throws -> DurableJournal {
    if database.hasPrefix("postgres://") || database.hasPrefix("postgresql://") {
      #if Postgres
        return try postgres(database, connectionCount: 1)
      #else
        throw CommandFailure(
          "This program was built without PostgreSQL: build it with '--traits Inspector,Postgres'.",
          .usage)
      #endif
    }
    #if Durable
      try requireSQLite(database)
      return try sqlite(path: database, createsFile: false)
    #else
      throw CommandFailure(
        "This program was built without databases: build it with '--traits Inspector,Durable'.",
        .usage)
    #endif
  }

  /// Checks the beginning of a file, before SQLite could create or change it.
  private static func requireSQLite(_ path: String) throws {
    var status = stat()
    guard stat(path, &status) == 0, access(path, R_OK) == 0 else {
      let reason = String(cString: strerror(errno))
      throw CommandFailure("'\(path.escaped)' can't be opened: \(reason).", .unreadable)
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw CommandFailure(
        "'\(path.escaped)' is not a file: expected an SQLite database.", .unreadable)
    }
    let start = try FileHandle(forReadingFrom: URL(filePath: path)).read(upToCount: 16) ?? Data()
    guard start == Data("SQLite format 3\0".utf8) else {
      throw CommandFailure(
        "'\(path.escaped)' is not an SQLite database: expected one of a 'DurableRuntime'.",
        .damaged)
    }
  }
}

extension CommandFailure {
  /// Creates the failure with which a database error ends the command.
  init(_ failure: DurableFailure) {
    switch failure {
    case .database(let detail)
    where detail.contains("no such table: headrace_") || detail.contains("(42P01)"):
      self.init("The database has no entities: expected one of a 'DurableRuntime'.", .damaged)
    case .unopened: self.init(failure.description.escaped, .unreadable)
    case .database(let detail):
      self.init("The database has failed: \(detail.escaped).", .unreadable)
    default: self.init(failure.description.escaped, .nothingFound)
    }
  }
}

extension String {
  /// The text on one line, without characters that a terminal would interpret.
  ///
  /// Control and format characters, line separators and backslashes are escaped as in Swift.
  var escaped: String {
    var text = ""
    for scalar in unicodeScalars {
      switch (scalar, scalar.properties.generalCategory) {
      case ("\n", _): text += "\\n"
      case ("\r", _): text += "\\r"
      case ("\t", _): text += "\\t"
      case ("\\", _): text += "\\\\"
      case (_, .control), (_, .format), (_, .lineSeparator), (_, .paragraphSeparator):
        text += "\\u{\(String(scalar.value, radix: 16))}"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}
