import Foundation
import Synchronization
import Testing

/// A PostgreSQL server in a temporary folder, with a socket there. It ends with the test process.
final class PostgresServer: Sendable {
  struct Missing: Error, CustomStringConvertible {
    let description = "HEADRACE_TOOLS requires PostgreSQL; Scripts/test-tools.sh installs it"
  }
  struct Failure: Error {
    let output: String
  }

  /// The server of the running suite.
  @TaskLocal static var current: PostgresServer?

  /// The folder of the server's programs; `nil` if it isn't installed.
  static let programs: String? = {
    let versions = "/usr/lib/postgresql"
    let installed = ((try? FileManager.default.contentsOfDirectory(atPath: versions)) ?? [])
      .sorted { (Int($0) ?? 0) > (Int($1) ?? 0) }.map { "\(versions)/\($0)/bin" }
    let path = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return (installed + path.map(String.init)).first { folder in
      ["initdb", "postgres", "psql", "pg_isready"].allSatisfy {
        FileManager.default.isExecutableFile(atPath: "\(folder)/\($0)")
      }
    }
  }()

  /// True if tests that need a server run: without one they fail if tools are required.
  static var isExpected: Bool {
    programs != nil || ProcessInfo.processInfo.environment["HEADRACE_TOOLS"] == "required"
  }

  private struct Running {
    let process: Process
    /// The server ends when it is closed.
    let lifeline: FileHandle
  }

  private let programs: String
  private let folder: String
  private let running = Mutex<Running?>(nil)

  /// Makes a database cluster and starts its server.
  init() async throws {
    guard let programs = Self.programs else { throw Missing() }
    self.programs = programs
    // The path of a socket is short, and the server's user must reach it.
    folder = try await Self.run(["mktemp", "-d", "/tmp/headrace-postgres.XXXXXX"], asServer: true)
    _ = try await Self.run(
      [
        "\(programs)/initdb", "-D", "\(folder)/data", "-U", "postgres", "-A", "trust", "-E", "UTF8",
        "--locale=C", "--no-sync",
      ], asServer: true)
    try await start()
  }

  /// Starts the server again after ``kill()``.
  func start() async throws {
    let script = """
      "$1/postgres" -D "$2/data" -k "$2" -c listen_addresses= -c fsync=off \
        -c max_connections=200 >>"$2/log" 2>&1 &
      cat >/dev/null
      kill -QUIT $!
      wait
      """
    let process = Process()
    let arguments = Self.words(["sh", "-c", script, "sh", programs, folder], asServer: true)
    (process.executableURL, process.arguments) = (URL(filePath: "/usr/bin/env"), arguments)
    let pipe = Pipe()
    process.standardInput = pipe
    try process.run()
    running.withLock { $0 = Running(process: process, lifeline: pipe.fileHandleForWriting) }
    while await !isReady() {
      guard process.isRunning else { throw Failure(output: "The server has ended.") }
      await Task.yield()
    }
  }

  private func isReady() async -> Bool {
    (try? await Self.run(["\(programs)/pg_isready", "-q", "-h", folder])) != nil
  }

  /// Stops the server, and removes its folder.
  func stop() async {
    end()
    try? FileManager.default.removeItem(atPath: folder)
  }

  private func end() {
    let running = running.withLock { running in
      defer { running = nil }
      return running
    }
    try? running?.lifeline.close()
    running?.process.waitUntilExit()
  }

  /// Kills the server with SIGKILL, and returns when all its processes have ended.
  func kill() throws {
    let file = try String(contentsOfFile: "\(folder)/data/postmaster.pid", encoding: .utf8)
    let id = try #require(file.split(separator: "\n").first.flatMap { pid_t($0) })
    #expect(Foundation.kill(id, SIGKILL) == 0)
    end()
  }

  /// Makes an empty database.
  ///
  /// - Returns: Its connection string.
  func makeDatabase() async throws -> PostgresTestDatabase {
    let name = "test_\(UUID().uuidString.prefix(8).lowercased())"
    let database = PostgresTestDatabase(server: self, name: name)
    try await run("CREATE DATABASE \(name)", in: "postgres")
    return database
  }

  func url(of database: String) -> String { "host=\(folder) user=postgres dbname=\(database)" }

  /// Runs SQL by psql, and returns its rows as text.
  @discardableResult
  func run(_ sql: String, in database: String) async throws -> String {
    try await Self.run([
      "\(programs)/psql", "-X", "-v", "ON_ERROR_STOP=1", "-At", "-h", folder, "-U", "postgres",
      "-d", database, "-c", sql,
    ])
  }

  // MARK: - Commands

  /// The server refuses to run as root.
  private static func words(_ command: [String], asServer: Bool) -> [String] {
    asServer && getuid() == 0 ? ["runuser", "-u", "postgres", "--"] + command : command
  }

  private static func run(_ command: [String], asServer: Bool = false) async throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = words(command, asServer: asServer)
    process.currentDirectoryURL = URL(filePath: "/")
    let pipe = Pipe()
    (process.standardOutput, process.standardError) = (pipe, pipe)
    try process.run()
    let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    let output = String(decoding: data, as: UTF8.self)
    guard process.terminationStatus == 0 else { throw Failure(output: output) }
    return output.trimmingCharacters(in: .whitespacesAndNewlines)
  }
}

/// A test's database.
struct PostgresTestDatabase: Sendable {
  let server: PostgresServer
  let name: String

  var url: String { server.url(of: name) }

  @discardableResult
  func run(_ sql: String) async throws -> String { try await server.run(sql, in: name) }

  /// Ends all connections of workers to the database, not that of another call.
  func terminateConnections() async throws {
    try await run(
      """
      SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND application_name <> 'psql'
      """)
  }
}

/// Starts a server before the tests of a suite, and stops it after them.
struct PostgresTrait: SuiteTrait, TestScoping {
  func provideScope(
    for test: Test, testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    let server = try await PostgresServer()
    do {
      try await PostgresServer.$current.withValue(server, operation: function)
    } catch {
      await server.stop()
      throw error
    }
    await server.stop()
  }
}

extension Trait where Self == PostgresTrait {
  static var postgres: Self { PostgresTrait() }
}

extension Trait where Self == ConditionTrait {
  static var enabledWithPostgres: Self {
    .enabled(
      if: PostgresServer.isExpected,
      "PostgreSQL isn't installed; Scripts/test-tools.sh installs it")
  }
}
