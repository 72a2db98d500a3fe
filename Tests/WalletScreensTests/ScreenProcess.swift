import Foundation
import HeadraceTerminal
import HeadraceTerminalTesting
import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The `wallet` executable on its own pseudo-terminal, as a person sees it.
final class ScreenProcess {
  /// The end of a wait for the process.
  enum Change: Equatable {
    case exited(Int32)
    case signalled(Int32)
    case stopped(Int32)
  }

  let pid: pid_t
  let home: String
  private(set) var screen: ScreenEmulator
  /// All output.
  private(set) var bytes: [UInt8] = []
  private let person: Int32
  private let program: Int32
  /// The terminal of the standard output, if it is a separate one.
  private var output: (person: Int32, program: Int32)?
  /// The modes of the terminal before the program.
  private let modesBefore: termios

  struct Failed: Error {
    let what: String
    let number: Int32
  }

  /// Starts the executable as the leader of a session, whose terminal is the pseudo-terminal.
  ///
  /// - Parameters:
  ///   - shell: True if the arguments are those of `/bin/sh` instead.
  ///   - hasOwnOutput: True if the standard output is another pseudo-terminal than the input.
  ///   - files: The initial files of the home.
  init(
    _ arguments: [String] = [], of name: String = "wallet",
    size: Size = Size(columns: 80, rows: 24),
    _ variables: [String: String] = [:], shell: Bool = false, hasOwnOutput: Bool = false,
    files: [String: Data] = [:]
  ) throws {
    home = NSTemporaryDirectory() + "headrace-screens-\(UUID())"
    try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
    try Self.install(files, below: home)
    screen = ScreenEmulator(size)
    let input = try Self.openTerminal(size)
    (person, program) = (input.person, input.program)
    output = hasOwnOutput ? try Self.openTerminal(size) : nil
    var modes = termios()
    tcgetattr(program, &modes)
    modesBefore = modes
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, try Self.name(of: program), O_RDWR, 0)
    if let output {
      let name = try Self.name(of: output.program)
      posix_spawn_file_actions_addopen(&actions, 1, name, O_RDWR, 0)
    } else {
      posix_spawn_file_actions_adddup2(&actions, 0, 1)
    }
    posix_spawn_file_actions_adddup2(&actions, 0, 2)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // The first terminal that the leader of a session opens is the session's.
    posix_spawnattr_setflags(&attributes, Self.newSession | Int16(POSIX_SPAWN_SETSIGDEF))
    // The process that runs the tests may ignore these, as a shell does for background jobs.
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in [SIGINT, SIGQUIT] { sigaddset(&signals, number) }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    let environment = [
      "HOME": home, "TERM": "xterm-256color", "LANG": "C.UTF-8", "PATH": "/usr/bin:/bin",
    ]
    .merging(variables) { $1 }.map { "\($0)=\($1)" }
    let path = shell ? "/bin/sh" : try Self.executable(name)
    var pid: pid_t = 0
    let number = Self.withStrings([path] + arguments) { argv in
      Self.withStrings(environment) { posix_spawn(&pid, path, &actions, &attributes, argv, $0) }
    }
    guard number == 0 else { throw Failed(what: "posix_spawn", number: number) }
    self.pid = pid
  }

  deinit {
    kill(pid, SIGKILL)
    kill(pid, SIGCONT)
    close(person)
    close(program)
    closeOutput()
    do { try FileManager.default.removeItem(atPath: home) } catch { print(error) }
  }

  // MARK: - The Person

  /// Types bytes.
  func type(_ text: String) {
    let bytes = Array(text.utf8)
    _ = write(person, bytes, bytes.count)
  }

  func signal(_ number: Int32) { kill(pid, number) }

  /// Resizes the window; the screen is drawn again from then on.
  func resize(_ size: Size) {
    var extent = winsize()
    extent.ws_col = UInt16(size.columns)
    extent.ws_row = UInt16(size.rows)
    _ = ioctl(person, UInt(TIOCSWINSZ), &extent)
    screen = ScreenEmulator(size)
  }

  /// Hangs up, as when the window is closed.
  func hangUp() {
    close(program)
    close(person)
  }

  /// Closes the terminal of the output; that of the keys stays open.
  func closeOutput() {
    guard let output else { return }
    close(output.program)
    close(output.person)
    self.output = nil
  }

  /// Makes the terminal read lines as before, and clears its screen, as a shell does while the
  /// program is stopped.
  func takeBack() {
    var modes = modesBefore
    tcsetattr(program, TCSANOW, &modes)
    screen = ScreenEmulator(screen.size)
  }

  /// Reads until a text is on the screen, for at most three minutes.
  func expect(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) {
    // Making the text takes longer than reading, so it is made only after something was read.
    var readCount: Int?
    let isShown = waits {
      guard readCount != bytes.count else { return false }
      readCount = bytes.count
      return screen.text.contains(text)
    }
    #expect(isShown, "\(text) is not in:\n\(screen.text)", sourceLocation: sourceLocation)
  }

  /// Reads until a condition is true, for at most the given number of seconds.
  func waits(seconds: Int = 180, until holds: () -> Bool) -> Bool {
    let end = ContinuousClock.now + .seconds(seconds)
    while ContinuousClock.now < end {
      if holds() { return true }
      readSome()
    }
    return holds()
  }

  /// Waits until the process ends or is stopped, and reads its output in the meantime.
  func change(seconds: Int = 180) -> Change? {
    var found: Change?
    _ = waits(seconds: seconds) {
      var status: Int32 = 0
      guard waitpid(pid, &status, WNOHANG | WUNTRACED) == pid else { return false }
      let low = status & 0x7F
      if status & 0xFF == 0x7F {
        found = .stopped(status >> 8 & 0xFF)
      } else {
        found = low == 0 ? .exited(status >> 8 & 0xFF) : .signalled(low)
      }
      return true
    }
    while readSome() {}
    return found
  }

  /// True if the terminal echoes input and reads lines, as a shell expects it.
  var isCooked: Bool {
    var modes = termios()
    guard tcgetattr(program, &modes) == 0 else { return false }
    let wanted = tcflag_t(ECHO | ICANON | ISIG)
    return modes.c_lflag & wanted == wanted
  }

  /// Reads the available output, for a moment.
  @discardableResult
  private func readSome() -> Bool {
    let shown = output?.person ?? person
    var waiting = pollfd(fd: shown, events: Int16(POLLIN), revents: 0)
    guard poll(&waiting, 1, 20) > 0 else { return false }
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let count = read(shown, &buffer, buffer.count)
    guard count > 0 else { return false }
    bytes += buffer[..<count]
    screen.obey(buffer[..<count])
    return true
  }

  // MARK: - Files of the Home

  /// Writes an empty file to the home, for a script that waits for it.
  func leaveFile(_ name: String) throws {
    try Data().write(to: URL(filePath: home).appending(path: name))
  }

  /// Returns true if the home has a file.
  func hasFile(_ name: String) -> Bool {
    FileManager.default.fileExists(atPath: home + "/" + name)
  }

  /// Returns the contents of a file in the home.
  func contents(_ name: String) throws -> String {
    try String(contentsOf: URL(filePath: home).appending(path: name), encoding: .utf8)
  }

  // MARK: - Starting

  private static func install(_ files: [String: Data], below home: String) throws {
    for (name, contents) in files {
      let file = URL(filePath: home).appending(path: name)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700])
      try contents.write(to: file)
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
    }
  }

  /// Opens a pseudo-terminal that no other process inherits.
  private static func openTerminal(_ size: Size) throws -> (person: Int32, program: Int32) {
    var (person, program): (Int32, Int32) = (-1, -1)
    var extent = winsize()
    extent.ws_col = UInt16(size.columns)
    extent.ws_row = UInt16(size.rows)
    guard openpty(&person, &program, nil, nil, &extent) == 0 else {
      throw Failed(what: "openpty", number: errno)
    }
    for descriptor in [person, program] { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    return (person, program)
  }

  private static func name(of terminal: Int32) throws -> String {
    guard let name = ttyname(terminal) else { throw Failed(what: "ttyname", number: errno) }
    return String(cString: name)
  }

  /// `POSIX_SPAWN_SETSID`, which the C library offers to GNU programs alone.
  #if canImport(Darwin)
    private static let newSession: Int16 = 0x400
  #else
    private static let newSession: Int16 = 0x80
  #endif

  private static func withStrings<Result>(
    _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
  ) -> Result {
    let pointers = strings.map { strdup($0) }
    defer { for pointer in pointers { free(pointer) } }
    return body(pointers + [nil])
  }

  static func executable(_ name: String = "wallet") throws -> String {
    var folder = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    for bundle in Bundle.allBundles where bundle.bundlePath.hasSuffix(".xctest") {
      folder = bundle.bundleURL.deletingLastPathComponent()
    }
    let path = folder.appending(path: name).path
    guard FileManager.default.isExecutableFile(atPath: path) else {
      throw Failed(what: "no executable at \(path)", number: 0)
    }
    return path
  }
}
