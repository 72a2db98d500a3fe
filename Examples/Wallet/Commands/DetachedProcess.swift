import CProcessGuard
import EthereumCrypto
import Foundation

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A program, by default this one, in a process that outlives this one and its terminal.
struct DetachedProcess {
  private let id: pid_t
  private let input: Int32
  private let output: Int32

  /// Starts the program in its own session, with pipes for its input and output.
  ///
  /// Its standard error is that of this process.
  init(
    _ arguments: [String], program: String = "/proc/self/exe"
  ) throws(CommandFailure) {
    var (input, output): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
    guard pipe(&input) == 0, pipe(&output) == 0 else { throw Self.notStarted(errno) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input[0], STDIN_FILENO)
    posix_spawn_file_actions_adddup2(&actions, output[1], STDOUT_FILENO)
    // The program that started this one may wait for the end of an inherited descriptor.
    headrace_keep_descriptors(STDERR_FILENO + 1)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    posix_spawnattr_setflags(&attributes, Self.newSession)
    // Each word is a copy, freed below after 'posix_spawn' has read it. The list ends with nil.
    var words: [UnsafeMutablePointer<CChar>?] =
      ([CommandLine.arguments.first ?? "wallet"] + arguments).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var id: pid_t = 0
    let number = posix_spawn(&id, program, &actions, &attributes, &words, environ)
    close(input[0])
    close(output[1])
    guard number == 0 else {
      close(input[1])
      close(output[0])
      throw Self.notStarted(number)
    }
    (self.id, self.input, self.output) = (id, input[1], output[0])
  }

  /// POSIX_SPAWN_SETSID, which is a macro.
  private static let newSession: Int16 = 0x80

  private static func notStarted(_ number: Int32) -> CommandFailure {
    CommandFailure(
      "the session could not be started: \(String(cString: strerror(number)))", .tryAgain)
  }

  /// Sends the program a secret line, and returns the first line that it writes; nil if it ends
  /// without one.
  func answer(to secret: borrowing SecretBytes) -> String? {
    secret.withUnsafeBytes { _ = Terminal.write($0, to: input) }
    Terminal.write("\n", to: input)
    close(input)
    defer { close(output) }
    return line()
  }

  /// Returns the next line that the program writes; nil if it ends without one.
  func line() -> String? {
    var line: [UInt8] = []
    var byte: UInt8 = 0
    while line.count < 4_096 {
      guard Terminal.waitForInput(output) else {
        kill(id, SIGTERM)
        return nil
      }
      let count = read(output, &byte, 1)
      if count < 0, errno == EINTR { continue }
      guard count == 1 else { return nil }
      if byte == UInt8(ascii: "\n") { return String(decoding: line, as: UTF8.self) }
      line.append(byte)
    }
    return nil
  }

  /// Stops a program that ends with its input.
  func stop() {
    close(input)
    close(output)
    _ = exitCode()
  }

  /// Waits for the end of the program, and returns its exit code.
  func exitCode() -> Int32 {
    var status: Int32 = 0
    while waitpid(id, &status, 0) < 0 && errno == EINTR {}
    return status & 0x7F == 0 ? (status >> 8) & 0xFF : ExitStatus.refused.rawValue
  }

  /// Closes the terminal and the pipes, so that no other process waits for their end.
  static func leaveTerminal() {
    let null = open("/dev/null", O_RDWR)
    guard null >= 0 else { return }
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] { dup2(null, descriptor) }
    if null > STDERR_FILENO { close(null) }
  }
}
