import Foundation

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Cuts a program's output into what a person sees as one: lines, questions, and replacement lines.
struct PieceReader {
  private var rest: [UInt8] = []

  /// Reads on a separate thread, until the source has no writer left.
  static func pieces(of source: FileHandle) -> AsyncStream<String> {
    let (stream, continuation) = AsyncStream<String>.makeStream()
    Thread.detachNewThread {
      var reader = PieceReader()
      var buffer = [UInt8](repeating: 0, count: 4_096)
      while true {
        let count = read(source.fileDescriptor, &buffer, buffer.count)
        if count < 0 && errno == EINTR { continue }
        // A terminal whose program has ended answers with an error; a pipe with nothing.
        guard count > 0 else { break }
        for piece in reader.take(buffer[..<count]) { continuation.yield(piece) }
      }
      for piece in reader.end() { continuation.yield(piece) }
      continuation.finish()
    }
    return stream
  }

  /// Returns the pieces that are complete now.
  mutating func take(_ bytes: ArraySlice<UInt8>) -> [String] {
    var pieces: [String] = []
    for byte in bytes {
      if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") {
        pieces += end()
      } else {
        rest.append(byte)
      }
    }
    // A question has no line end: its answer has.
    for ending in [": ", ") "] where rest.suffix(2) == Array(ending.utf8)[...] { pieces += end() }
    return pieces
  }

  /// Returns the rest.
  mutating func end() -> [String] {
    defer { rest = [] }
    // A sequence that clears a line, or changes the screen, is not text.
    let text = String(decoding: rest, as: UTF8.self).replacing(/\u{1B}\[[0-9;?]*[A-Za-z]/, with: "")
    return text.isEmpty ? [] : [text]
  }
}
