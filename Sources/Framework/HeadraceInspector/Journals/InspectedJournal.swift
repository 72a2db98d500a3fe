import HeadraceJournal

/// A journal as the inspector reads it, without the types of its feature.
protocol InspectedJournal {
  var header: JournalHeader { get }
  /// The sequence numbers of the available events.
  var events: Range<Int> { get }
  /// The numbers of the available actions.
  var actions: Range<Int> { get }
  /// Returns the event with a sequence number.
  func event(_ number: Int) throws -> JournalEvent
  /// Returns an event, without payload and values if these are slow to encode.
  func outline(_ number: Int) throws -> JournalEvent
  /// Returns the sequence number of an action's event.
  func event(ofAction number: Int) throws -> Int
  /// Returns `true` if an event can contain a lower-case text; `nil` if only the event can tell.
  func mayContain(_ text: [UInt8], event number: Int) -> Bool?
}

extension JournalFile: InspectedJournal {
  var events: Range<Int> { 0..<eventCount }
  func event(_ number: Int) throws -> JournalEvent { try event(at: number) }
  func outline(_ number: Int) throws -> JournalEvent { try event(at: number) }
  func event(ofAction number: Int) throws -> Int { try position(ofAction: number) }
  func mayContain(_ text: [UInt8], event number: Int) -> Bool? {
    // A line stores paths in parts, and some characters as escapes.
    text.contains { [UInt8(ascii: "/"), 0x22, 0x5C].contains($0) }
      ? nil : line(at: number).containsInAnyCase(text)
  }
}

extension Journal: InspectedJournal {
  var events: Range<Int> { firstEvent..<(firstEvent + eventCount) }
  func event(_ number: Int) throws -> JournalEvent {
    var event = try event(at: number - firstEvent)
    event.sequence = number
    return event
  }
  func outline(_ number: Int) throws -> JournalEvent {
    var event = try outline(at: number - firstEvent)
    event.sequence = number
    return event
  }
  func event(ofAction number: Int) throws -> Int { try firstEvent + position(ofAction: number) }
  func mayContain(_ text: [UInt8], event number: Int) -> Bool? { nil }
}

extension Collection<UInt8> where Index == Int {
  /// Returns `true` if these bytes contain a lower-case text, ignoring the case of ASCII letters.
  func containsInAnyCase(_ text: [UInt8]) -> Bool {
    guard let first = text.first else { return true }
    func lower(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }
    func find(in bytes: some RandomAccessCollection<UInt8>) -> Bool {
      guard bytes.count >= text.count else { return false }
      var index = bytes.startIndex
      let last = bytes.index(bytes.endIndex, offsetBy: -text.count)
      while index <= last {
        if lower(bytes[index]) == first,
          zip(bytes[index...].prefix(text.count), text).allSatisfy({ lower($0) == $1 })
        {
          return true
        }
        bytes.formIndex(after: &index)
      }
      return false
    }
    // Safe: the bytes are only read and not kept.
    return withContiguousStorageIfAvailable { find(in: $0) } ?? find(in: Array(self))
  }
}
