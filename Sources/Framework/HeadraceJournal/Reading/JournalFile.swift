public import Foundation

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A journal in a file, read without the types of the feature.
///
/// Opening it looks only at the beginning of each line; events are read on demand.
public struct JournalFile: Sendable {
  /// The description of the recording.
  public let header: JournalHeader

  /// The number of events.
  public var eventCount: Int { lines.count }

  /// The numbers of the actions.
  public let actions: Range<Int>

  private let data: Data
  /// The ranges of the events' lines.
  private let lines: [Range<Int>]
  /// The positions of the events that are actions.
  private let actionEvents: [Int]
  /// The positions of the checkpoints, with the number of the next action.
  let checkpoints: [(event: Int, nextAction: Int)]

  /// Opens a journal.
  ///
  /// A crash can leave an incomplete last line, which is skipped. Later changes of the file don't
  /// affect the opened journal.
  ///
  /// - Throws: ``JournalFailure`` if the file can't be read, is not a journal, has a later version,
  ///   or contains a line that is not an event. A line that begins as an action is checked later.
  /// - Complexity: O(*n*) in the size of the file.
  public init(contentsOf file: URL) throws(JournalFailure) {
    let data: Data
    do {
      // Not mapped: a program that writes to the file would change the data.
      data = try Data(contentsOf: file)
    } catch {
      throw JournalFailure(error)
    }
    try self.init(data)
  }

  /// Opens a journal in memory.
  ///
  /// - Throws: ``JournalFailure``, as for a file.
  public init(_ data: Data) throws(JournalFailure) {
    // The positions in the lines below begin at 0.
    let data = data.startIndex == 0 ? data : Data(data)
    var (lines, beginnings) = Self.lines(of: data)
    guard !lines.isEmpty else { throw JournalFailure(.noHeader) }
    header = try Self.header(data[lines.removeFirst()])
    beginnings.removeFirst()
    var actionEvents: [Int] = []
    var checkpointEvents: [(event: Int, actionCount: Int)] = []
    for (event, beginning) in beginnings.enumerated() {
      var kind = beginning
      if kind == nil {
        kind = try Self.event(data[lines[event]], at: lines[event], number: event + 2).kind
      }
      switch kind {
      case .action: actionEvents.append(event)
      case .checkpoint: checkpointEvents.append((event, actionEvents.count))
      default: break
      }
    }
    self.data = data
    self.lines = lines
    self.actionEvents = actionEvents
    var first = 1
    if let checkpoint = checkpointEvents.first {
      let line = lines[checkpoint.event]
      let event = try Self.event(data[line], at: line, number: checkpoint.event + 2)
      first = (event.action ?? 0) + 1 - checkpoint.actionCount
    } else if let action = actionEvents.first {
      let event = try Self.event(data[lines[action]], at: lines[action], number: action + 2)
      first = event.action ?? 1
    }
    checkpoints = checkpointEvents.map { ($0.event, first + $0.actionCount) }
    actions = first..<(first + actionEvents.count)
  }

  /// Reads an event.
  ///
  /// - Parameter position: Its position, from 0.
  /// - Precondition: It is less than ``eventCount``.
  /// - Throws: ``JournalFailure`` with the line and its first byte, if the line is damaged.
  public func event(at position: Int) throws(JournalFailure) -> JournalEvent {
    let line = lines[position]
    var event = try Self.event(data[line], at: line, number: position + 2)
    event.sequence = position
    return event
  }

  /// Returns the position of an action's event.
  ///
  /// - Throws: ``JournalFailure`` if there is no such action.
  public func position(ofAction number: Int) throws(JournalFailure) -> Int {
    guard actions.contains(number) else {
      throw JournalFailure(.noSuchAction(number, actions: actions))
    }
    return actionEvents[number - actions.lowerBound]
  }

  /// Returns the line of an event.
  package func line(at position: Int) -> Data { data[lines[position]] }

  /// Returns `true` if the line of an event contains one of several texts, without parsing the
  /// line.
  ///
  /// The search is much faster than reading the event.
  package func line(at position: Int, hasAnyOf texts: [[UInt8]]) -> Bool {
    // Safe: the bytes are only read and not kept. 'memchr' receives the rest of the line, which is
    // within them, and 'memcmp' runs only where the whole text fits. Pointers are used because a
    // search in slices is many times slower in a debug build, which 'swift run' creates.
    data.withUnsafeBytes { bytes in
      let line = lines[position]
      guard let base = bytes.baseAddress else { return false }
      return texts.contains { text in
        var start = line.lowerBound
        while start + text.count <= line.upperBound,
          let found = memchr(base + start, Int32(text[0]), line.upperBound - start)
        {
          start = found - UnsafeMutableRawPointer(mutating: base)
          guard start + text.count <= line.upperBound else { return false }
          if memcmp(found, text, text.count) == 0 { return true }
          start += 1
        }
        return false
      }
    }
  }

  /// Returns the state after an action, built from a checkpoint and the recorded differences.
  ///
  /// - Parameter number: The number of the action; for the state before the first one, one less.
  /// - Returns: `nil` if the differences were not recorded.
  /// - Throws: ``JournalFailure`` if there is no such action, or a line is damaged.
  /// - Complexity: O(*n*) in the number of actions since the last checkpoint.
  public func state(after number: Int) throws(JournalFailure) -> JSONValue? {
    guard number < .max, let (event, next) = try checkpoint(before: number + 1),
      var state = try self.event(at: event).payload
    else { return nil }
    guard next <= number else { return state }
    for number in next...number {
      let event = try self.event(at: position(ofAction: number))
      guard let difference = event.difference else { return nil }
      try difference.apply(to: &state)
    }
    return state
  }

  /// Returns the last checkpoint before an action, or at the end of the journal.
  func checkpoint(
    before number: Int
  ) throws(JournalFailure) -> (event: Int, nextAction: Int)? {
    guard number >= actions.lowerBound, number <= actions.upperBound else {
      throw JournalFailure(.noSuchAction(number - 1, actions: actions))
    }
    var (low, high) = (0, checkpoints.count)
    while low < high {
      let middle = (low + high) / 2
      if checkpoints[middle].nextAction <= number { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? checkpoints[low - 1] : nil
  }

  // MARK: - Lines

  /// Returns the ranges of the complete lines, and the kind of event that each begins with.
  ///
  /// The kind is `nil` for rare kinds, and for a line that another program has written.
  private static func lines(of data: Data) -> ([Range<Int>], [JournalEvent.Kind?]) {
    var lines: [Range<Int>] = []
    var beginnings: [JournalEvent.Kind?] = []
    let known: [(JournalEvent.Kind, [UInt8])] = [
      (.action, Array("{\"action\":".utf8)), (.checkpoint, Array("{\"kind\":\"checkpoint\",".utf8)),
    ]
    // Safe: the bytes are only read and not kept.
    data.withUnsafeBytes { bytes in
      var start = 0
      func add(_ line: Range<Int>) {
        lines.append(line)
        let isClosed = bytes[line].last == UInt8(ascii: "}")
        beginnings.append(isClosed ? known.first { bytes[line].starts(with: $0.1) }?.0 : nil)
      }
      while let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) {
        add(start..<end)
        start = end + 1
      }
      // The beginning of an object is not valid JSON, so an unterminated line is accepted only if
      // it is complete.
      let rest = start..<bytes.count
      if case .success = Result(catching: { try JSONReader.read(bytes[rest]) }) { add(rest) }
    }
    return (lines, beginnings)
  }

  private static func header(_ line: Data) throws(JournalFailure) -> JournalHeader {
    struct Version: Decodable { let journal: Int }
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .secondsSince1970
    let version: Version
    do {
      version = try decoder.decode(Version.self, from: line)
    } catch {
      throw JournalFailure(.noHeader)
    }
    guard version.journal <= JournalHeader.currentVersion else {
      throw JournalFailure(
        .laterVersion(found: version.journal, supported: JournalHeader.currentVersion))
    }
    do {
      return try decoder.decode(JournalHeader.self, from: line)
    } catch {
      throw JournalFailure(.damaged(line: 1, byte: 0, detail: "\(error)"))
    }
  }

  private static func event(
    _ bytes: Data, at line: Range<Int>, number: Int
  ) throws(JournalFailure) -> JournalEvent {
    do {
      return try JournalEvent(line: bytes)
    } catch {
      let detail = error is DecodingError ? "expected an object of JSON" : "\(error)"
      throw JournalFailure(.damaged(line: number, byte: line.lowerBound, detail: detail))
    }
  }
}
