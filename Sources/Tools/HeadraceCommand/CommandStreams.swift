import Foundation

/// The output streams of a command.
struct CommandStreams: Sendable {
  /// Writes bytes of the answer.
  let write: @Sendable ([UInt8]) throws -> Void
  /// Writes a line for the user.
  let complain: @Sendable (String) -> Void

  /// The streams of the process.
  static let standard = CommandStreams { bytes in
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
      if count >= 0 {
        rest.removeFirst(count)
      } else if errno == EPIPE {
        throw CommandFailure("", .closedPipe)
      } else if errno != EINTR {
        let reason = String(cString: strerror(errno))
        throw CommandFailure("The answer can't be written: \(reason).", .unwritable)
      }
    }
  } complain: { line in
    // A failure to write to standard error can't be reported.
    _ = Array("\(line)\n".utf8).withUnsafeBytes {
      Foundation.write(STDERR_FILENO, $0.baseAddress, $0.count)
    }
  }
}

/// Lines of an answer, written in large pieces.
struct LineWriter {
  private static let byteCountMax = 1 << 16

  private let streams: CommandStreams
  private var waiting: [UInt8] = []
  /// The number of lines so far.
  private(set) var count = 0

  init(_ streams: CommandStreams) { self.streams = streams }

  mutating func add(_ line: some CustomStringConvertible) throws {
    waiting += line.description.utf8
    waiting.append(UInt8(ascii: "\n"))
    count += 1
    if waiting.count >= Self.byteCountMax { try flush() }
  }

  mutating func flush() throws {
    let bytes = waiting
    waiting.removeAll(keepingCapacity: true)
    try streams.write(bytes)
  }
}
