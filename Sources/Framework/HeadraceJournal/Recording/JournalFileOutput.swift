import Foundation
import Headrace

/// Writes the events of a store to a file, as lines of JSON.
final class JournalFileOutput<State>: JournalOutput {
  private let file: URL
  private let header: JournalHeader
  private let options: JournalFileOptions
  private let leavingOut: ((inout State) -> Void)?
  private let clock = ContinuousClock()

  private var handle: FileHandle?
  private var waiting = Data()
  private var lastWrite: ContinuousClock.Instant
  private var fileByteCount = 0
  private var actionCount = 0
  private var byteCountSinceCheckpoint = 0
  private var checkpointByteCount = 0
  /// The state before the next action, for its difference.
  private var lastState: JSONValue?
  private(set) var failure: JournalFailure?

  /// How many bytes wait before they are written.
  private static var waitingByteCountMax: Int { 64 << 10 }

  init(
    _ file: URL, header: JournalHeader, options: JournalFileOptions,
    leavingOut: ((inout State) -> Void)?, state: State
  ) throws(JournalFailure) {
    self.file = file
    self.header = header
    self.options = options
    self.leavingOut = leavingOut
    lastWrite = clock.now
    do {
      try begin(with: state, after: nil, at: .zero)
      try write()
    } catch {
      throw JournalFailure(error)
    }
  }

  deinit { flush() }

  func add(_ action: JournalEntry, state: State) {
    guard failure == nil else { return }
    var event = action.event
    if options.writesDifferences {
      let json = json(of: state)
      event.difference = lastState.map { StateDifference(from: $0, to: json) }
      lastState = json
    }
    append(event)
    actionCount += 1
    guard actionCount >= options.checkpointActionCount,
      byteCountSinceCheckpoint >= 4 * checkpointByteCount
    else { return writeIfDue() }
    attempt {
      if fileByteCount + waiting.count >= options.fileByteCountMax {
        try begin(with: state, after: event.action, at: action.time)
      } else {
        appendCheckpoint(state, after: event.action, at: action.time)
      }
    }
    writeIfDue()
  }

  func add(_ entry: JournalEntry) {
    guard failure == nil else { return }
    append(entry.event)
    writeIfDue()
  }

  func flush() { attempt(write) }

  // MARK: - Lines

  private func json(of state: State) -> JSONValue {
    guard let leavingOut else { return JSONValue(encodingOrDescribing: state) }
    var state = state
    leavingOut(&state)
    return JSONValue(encodingOrDescribing: state)
  }

  private func append(_ event: JournalEvent) {
    var line = event.line
    if line.utf8.count > options.eventByteCountMax {
      var event = event
      event.cutByteCount = line.utf8.count
      (event.payload, event.values, event.difference) = (nil, [], nil)
      line = event.line
    }
    append(line: line)
  }

  private func append(line: String) {
    waiting.append(contentsOf: line.utf8)
    waiting.append(UInt8(ascii: "\n"))
    byteCountSinceCheckpoint += line.utf8.count + 1
  }

  private func appendCheckpoint(_ state: State, after action: Int?, at time: Duration) {
    var event = JournalEvent(.checkpoint, at: time)
    event.action = action
    let json = lastState ?? json(of: state)
    event.payload = json
    if options.writesDifferences { lastState = json }
    byteCountSinceCheckpoint = 0
    // A state is never cut: a replay would have nowhere to begin.
    append(line: event.line)
    checkpointByteCount = byteCountSinceCheckpoint
    (actionCount, byteCountSinceCheckpoint) = (0, 0)
  }

  // MARK: - Files

  private func attempt(_ body: () throws -> Void) {
    guard failure == nil else { return }
    do {
      try body()
    } catch {
      let failure = JournalFailure(error)
      self.failure = failure
      logNote("The journal '\(file.lastPathComponent)' ends here. \(failure)")
    }
  }

  /// Begins a file with a header and a checkpoint, and keeps the earlier ones under other names.
  private func begin(with state: State, after action: Int?, at time: Duration) throws {
    try write()
    try handle?.close()
    try renameEarlierFiles()
    try Data().write(to: file, options: .withoutOverwriting)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
    handle = try FileHandle(forWritingTo: file)
    fileByteCount = 0
    append(line: String(decoding: try JSONEncoder.header().encode(header), as: UTF8.self))
    appendCheckpoint(state, after: action, at: time)
  }

  private func renameEarlierFiles() throws {
    let files = FileManager.default
    func name(_ number: Int) -> URL {
      guard number > 0 else { return file }
      return file.deletingPathExtension().appendingPathExtension("\(number)")
        .appendingPathExtension(file.pathExtension)
    }
    for number in (0..<max(1, options.fileCountMax)).reversed()
    where files.fileExists(atPath: name(number).path) {
      if number + 1 >= options.fileCountMax {
        try files.removeItem(at: name(number))
      } else {
        try files.moveItem(at: name(number), to: name(number + 1))
      }
    }
  }

  private func writeIfDue() {
    guard
      waiting.count >= Self.waitingByteCountMax || lastWrite.duration(to: clock.now) >= .seconds(1)
    else { return }
    attempt(write)
  }

  private func write() throws {
    guard !waiting.isEmpty, let handle else { return }
    try handle.write(contentsOf: waiting)
    fileByteCount += waiting.count
    waiting.removeAll(keepingCapacity: true)
    lastWrite = clock.now
  }
}

extension JournalFailure {
  init(_ error: any Error) {
    self = error as? JournalFailure ?? JournalFailure(.file(detail: error.localizedDescription))
  }
}
