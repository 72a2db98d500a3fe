import Foundation
import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The `wallet` executable, or another one beside it, run as a person or a script runs it.
final class WalletProcess {
  /// The result of a run.
  struct Outcome: Equatable {
    /// The exit code, or the negative number of the signal that ended it.
    let status: Int32
    let stdout: String
    let stderr: String

    /// The run without `--json`'s messages about waiting, which only a slow machine writes.
    var withoutWaiting: Outcome {
      let lines = stderr.split(separator: "\n", omittingEmptySubsequences: false)
      let others = lines.filter { !$0.hasPrefix(#"{"event":"waiting","#) }
      return Outcome(status: status, stdout: stdout, stderr: others.joined(separator: "\n"))
    }
  }

  /// The output that is read while the executable runs.
  enum Watched {
    /// Nothing: both outputs are available when it has ended.
    case nothing
    /// Nothing, and standard output is a pipe without a reader.
    case closedPipe
    /// Nothing, and standard output is a full disk.
    case fullDisk
    /// Nothing, and these standard streams are closed when the executable starts.
    case closed([Int32])
    /// Standard output, line by line.
    case stdout
    /// A terminal as standard input and standard error: lines, and each text that replaces a line.
    case terminal
  }

  /// The reason why the executable is missing.
  struct NotBuilt: Error, CustomStringConvertible {
    let path: String
    var description: String {
      "there is no executable at \(path); expected it beside the tests (swift build --product wallet)"
    }
  }

  /// The watched lines, as they come; ends with the process.
  let pieces: AsyncStream<String>
  private let process = Process()
  private let statuses: AsyncStream<Int32>
  private let logs: [String]
  private var terminal: FileHandle?

  /// Starts the executable with a home folder.
  ///
  /// - Parameter setUp: The shell command before it becomes the executable: `ulimit -n 100`.
  init(
    _ arguments: [String], of program: String = "wallet", home: TemporaryHome,
    watching watched: Watched, after setUp: String? = nil
  ) throws {
    logs = ["stdout", "stderr"].map { home.materialPath + "/\($0)-\(UUID())" }
    for log in logs { try Data().write(to: URL(filePath: log)) }
    let (statuses, continuation) = AsyncStream<Int32>.makeStream()
    self.statuses = statuses
    process.executableURL = try Self.executable(program)
    process.arguments = arguments
    if let setUp {
      process.arguments =
        ["-c", setUp + #"; exec "$0" "$@""#, try Self.executable(program).path] + arguments
      process.executableURL = URL(filePath: "/bin/sh")
    }
    process.environment = ["HOME": home.path, "TMPDIR": home.temporaryPath, "TERM": "xterm"]
    process.standardInput = FileHandle.nullDevice
    let files = logs.map { FileHandle(forWritingAtPath: $0) }
    process.standardOutput = files[0]
    process.standardError = files[1]
    let ends: (source: FileHandle, program: FileHandle)?
    switch watched {
    case .nothing:
      ends = nil
    case .closed(let descriptors):
      let closing = descriptors.map { $0 == 0 ? "<&-" : "\($0)>&-" }.joined(separator: " ")
      process.arguments =
        ["-c", "exec \"$0\" \"$@\" \(closing)", try Self.executable(program).path] + arguments
      process.executableURL = URL(filePath: "/bin/sh")
      ends = nil
    case .closedPipe:
      let pipe = Pipe()
      try pipe.fileHandleForReading.close()
      process.standardOutput = pipe
      ends = nil
    case .fullDisk:
      process.standardOutput = FileHandle(forWritingAtPath: "/dev/full")
      ends = nil
    case .stdout:
      let pipe = Pipe()
      ends = (pipe.fileHandleForReading, pipe.fileHandleForWriting)
      process.standardOutput = pipe
    case .terminal:
      let pair = try PseudoTerminal()
      ends = (pair.person, pair.program)
      process.standardInput = pair.program
      process.standardError = pair.program
      terminal = pair.person
    }
    process.terminationHandler = { process in
      let isSignal = process.terminationReason == .uncaughtSignal
      continuation.yield(isSignal ? -process.terminationStatus : process.terminationStatus)
      continuation.finish()
    }
    try process.run()
    try Self.close(files)
    // The output ends when there is no writer left. `Process` closes our copy of a pipe's end that
    // it was given, but not the terminal's.
    if case .terminal = watched { try ends?.program.close() }
    pieces = ends.map { PieceReader.pieces(of: $0.source) } ?? AsyncStream { $0.finish() }
  }

  /// Starts a script of the shell, which finds the executable in `WALLET`; nothing is watched.
  init(shell arguments: [String], _ variables: [String: String], home: TemporaryHome) throws {
    logs = ["stdout", "stderr"].map { home.materialPath + "/\($0)-\(UUID())" }
    for log in logs { try Data().write(to: URL(filePath: log)) }
    let (statuses, continuation) = AsyncStream<Int32>.makeStream()
    self.statuses = statuses
    pieces = AsyncStream { $0.finish() }
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = arguments
    process.environment = variables.merging(
      ["HOME": home.path, "TMPDIR": home.temporaryPath, "WALLET": try Self.executable().path]
    ) { variable, _ in variable }
    process.standardInput = FileHandle.nullDevice
    let files = logs.map { FileHandle(forWritingAtPath: $0) }
    process.standardOutput = files[0]
    process.standardError = files[1]
    process.terminationHandler = { process in
      continuation.yield(process.terminationStatus)
      continuation.finish()
    }
    try process.run()
    try Self.close(files)
  }

  /// Closes our copies of the files that a program writes to.
  ///
  /// A run of all tests once had 1,360 descriptors, two for each program, and `Process` crashed as
  /// it listed them.
  private static func close(_ files: [FileHandle?]) throws {
    for file in files { try file?.close() }
  }

  /// Waits for the end.
  func outcome() async throws -> Outcome {
    var status: Int32?
    for await end in statuses { status = end }
    let stderr = try String(contentsOfFile: logs[1], encoding: .utf8)
    let lines = stderr.split(separator: "\n", omittingEmptySubsequences: false)
    return Outcome(
      status: status ?? -1, stdout: try String(contentsOfFile: logs[0], encoding: .utf8),
      stderr: lines.filter { !Self.isSlowness(of: $0) }.joined(separator: "\n"))
  }

  /// Returns true if a line reports a wait of more than two seconds.
  ///
  /// On a slow machine any command may wait to open or write the wallet, to open the journal, or
  /// for the node. `SilentNodeTests` checks these lines.
  private static func isSlowness(of line: Substring) -> Bool {
    let event = #"{"event":"waiting","for":""#
    let text = line.hasPrefix(event) ? line.dropFirst(event.count) : line
    return [
      "Opening the wallet", "지갑을 여는 중", "Writing the wallet", "지갑을 쓰는 중",
      "waiting for another wallet, which is writing", "asking the node at ",
    ].contains { text.hasPrefix($0) } || text.hasSuffix("묻는 중")
  }

  /// The number of the process.
  var id: Int32 { process.processIdentifier }

  /// Sends a signal.
  func signal(_ number: Int32) {
    kill(process.processIdentifier, number)
  }

  /// Stops the process as Control-Z does, and returns when it has stopped.
  func stop() throws {
    signal(SIGTSTP)
    var information = siginfo_t()
    while waitid(P_PID, id_t(id), &information, WSTOPPED | WNOWAIT) != 0 {
      guard errno == EINTR else { throw PseudoTerminal.Unavailable(errorNumber: errno) }
    }
  }

  /// True if the terminal echoes input.
  var isEchoing: Bool {
    get throws {
      var settings = termios()
      guard let terminal, tcgetattr(terminal.fileDescriptor, &settings) == 0 else {
        throw PseudoTerminal.Unavailable(errorNumber: errno)
      }
      return settings.c_lflag & tcflag_t(ECHO) != 0
    }
  }

  /// Types a line.
  func type(_ line: String) throws {
    try terminal?.write(contentsOf: Data((line + "\n").utf8))
  }

  /// Runs to the end without a person at a terminal, once the limit allows one more program.
  static func run(
    _ arguments: [String], of program: String = "wallet", home: TemporaryHome,
    watching watched: Watched = .nothing
  ) async throws -> Outcome {
    try await ProgramRoom.shared.run {
      try await WalletProcess(arguments, of: program, home: home, watching: watched).outcome()
    }
  }

  private static func executable(_ name: String = "wallet") throws -> URL {
    var folder = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    for bundle in Bundle.allBundles where bundle.bundlePath.hasSuffix(".xctest") {
      folder = bundle.bundleURL.deletingLastPathComponent()
    }
    let program = folder.appending(path: name)
    guard FileManager.default.isExecutableFile(atPath: program.path) else {
      throw NotBuilt(path: program.path)
    }
    return program
  }
}
