import Logging
import Synchronization

/// Keeps log messages, as text.
struct RecordingLogHandler: LogHandler {
  final class Lines: Sendable {
    private let contents = Mutex<[String]>([])

    func append(_ line: String) { contents.withLock { $0.append(line) } }
    var all: [String] { contents.withLock { $0 } }
  }

  let lines = Lines()
  var metadata: Logger.Metadata = [:]
  var logLevel = Logger.Level.trace

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    let pairs = (event.metadata ?? [:]).sorted { $0.key < $1.key }.map { "\($0)=\($1)" }
    lines.append("\(event.level) \(event.message) [\(pairs.joined(separator: " "))]")
    if event.file != "HeadraceLogging/LoggingInstrument.swift" {
      lines.append("  at \(event.file):\(event.line)")
    }
  }
}
