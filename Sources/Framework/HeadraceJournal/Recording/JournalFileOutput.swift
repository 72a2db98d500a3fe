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

  /// The number of bytes that are collected before they are written.
  private static var waitingByteCountMax: Int { 64 << 10 }

  init(
    _ file: URL, header: JournalHeader, options: JournalFileOptions,
    leavingOut: ((inout State) -> Void)?, state: State, after action: Int
  ) throws(JournalFailure) {
    self.file = file
    self.header = header
    self.options = options
    self.leavingOut = leavingOut
    lastWrite = clock.now
    do {
      try begin(with: state, after: action, at: .zero)
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
    let isCut = append(event)
    actionCount += 1
    let mustBegin = fileByteCount + waiting.count >= options.fileByteCountMax
    // The payload is missing, so a replay must continue from a checkpoint.
    let mustCheck =
      isCut
      || actionCount >= options.checkpointActionCount
        && byteCountSinceCheckpoint >= 4 * checkpointByteCount
    attempt {
      if mustBegin {
        try begin(with: state, after: event.action, at: action.time)
      } else if mustCheck {
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

  func end(with state: State, after action: Int, at time: Duration) {
    guard failure == nil else { return }
    if actionCount > 0 { appendCheckpoint(state, after: action, at: time) }
    flush()
  }

  // MARK: - Lines

  private func json(of state: State) -> JSONValue {
    guard let leavingOut else { return JSONValue(encodingOrDescribing: state) }
    var state = state
    leavingOut(&state)
    return JSONValue(encodingOrDescribing: state)
  }

  /// Writes an event; if it is too large, without the difference or, failing that, the payload.
  ///
  /// - Returns: `true` if the payload was omitted.
  @discardableResult
  private func append(_ event: JournalEvent) -> Bool {
    var event = event
    var line = event.line
    let byteCount = line.utf8.count
    if byteCount > options.eventByteCountMax {
      event.cutByteCount = byteCount
      event.difference = nil
      line = event.line
    }
    let isCut = line.utf8.count > options.eventByteCountMax
    if isCut {
      (event.payload, event.values) = (nil, [])
      line = event.line
    }
    append(line: line)
    return isCut
  }

  private func append(line: String) {
    waiting.append(contentsOf: line.utf8)
    waiting.append(UInt8(ascii: "\n"))
    byteCountSinceCheckpoint += line.utf8.count + 1
  }

  private func appendCheckpoint(_ state: State, after action: Int?, at time: Duration) {
    var event = JournalEvent(.checkpoint, at: time)
    event.action = action == 0 ? nil : action
    let json = lastState ?? json(of: state)
    event.payload = json
    if options.writesDifferences { lastState = json }
    byteCountSinceCheckpoint = 0
    // A state is never cut, because a replay would have no starting point.
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

  /// Begins a file with a header and a checkpoint, and renames the earlier ones.
  private func begin(with state: State, after action: Int?, at time: Duration) throws {
    try write()
    try handle?.close()
    try renameEarlierFiles()
    // No other user may open the file, not even before its mode could be changed.
    let descriptor = open(file.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw JournalFailure(.file(detail: String(cString: strerror(errno))))
    }
    handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    fileByteCount = 0
    append(line: String(decoding: try JSONEncoder.header().encode(header), as: UTF8.self))
    appendCheckpoint(state, after: action, at: time)
    try write()
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
