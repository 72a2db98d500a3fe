/// Turns a terminal's bytes into keys, pastes and mouse events.
///
/// Sequences may arrive in pieces. A lone Escape can't be distinguished from the beginning of a
/// sequence: if ``isWaiting`` is true, a host waits for a moment and calls ``flush()``.
///
/// - SeeAlso: ECMA-48, section 5.4 (control sequences); "XTerm Control Sequences" for the numbers
///   of keys, bracketed paste and the mouse (mode 1006); the keyboard protocol of kitty.
public struct InputParser: Sendable {
  /// The maximum size of one paste, 1 MiB; the rest is dropped.
  public static let pasteLimit = 1 << 20
  private static let sequenceLimit = 64
  private static let pasteEnd = Array("\u{1B}[201~".utf8)

  private enum State: Sendable {
    case text
    case escape
    case control
    case single
    /// A command string, such as a reply about colours; all of it is dropped.
    case string
    case paste
  }

  private var state = State.text
  private var isAlt = false
  /// True if the last byte was a carriage return.
  ///
  /// A line feed directly after it belongs to the same Return, as terminals in new-line mode send
  /// it.
  private var hasReturned = false
  private var sequence: [UInt8] = []
  private var scalars = UTF8Pieces()
  private var pasted: [UInt8] = []
  /// The last bytes of a paste, which are searched for its end.
  private var pasteTail: [UInt8] = []
  private var inputs: [TerminalInput] = []

  /// True if a paste is delivered in pieces of at most 15 bytes, as several pastes.
  ///
  /// Swift stores so short a string inline, without heap memory in which a pasted secret would
  /// remain.
  public var splitsPastes = false

  /// The longest string that Swift stores inline, in bytes.
  static let pieceLimit = 15

  /// The initial capacity for a paste, in bytes: growth would leave copies behind.
  private static let pasteRoom = 1 << 12

  /// Creates a parser.
  public init() {}

  /// True if the meaning of the last bytes depends on the next ones.
  public var isWaiting: Bool {
    switch state {
    case .escape, .control, .single, .string: true
    case .text, .paste: false
    }
  }

  /// Parses bytes and returns the input that they complete.
  ///
  /// - Complexity: O(*n*) in the bytes.
  public mutating func parse(_ bytes: some Sequence<UInt8>) -> [TerminalInput] {
    for byte in bytes { take(byte) }
    defer { inputs = [] }
    return inputs
  }

  /// Returns the input that is complete if no more bytes follow.
  ///
  /// Call it when no bytes have arrived for a while: a lone Escape then counts as the key.
  public mutating func flush() -> [TerminalInput] {
    switch state {
    case .escape: press(.escape, isAlt ? .alt : [])
    case .control where sequence.isEmpty: press(.character("["), .alt)
    case .single: press(.character("O"), .alt)
    case .control, .string, .text, .paste: break
    }
    hasReturned = false
    if state != .paste { reset() }
    defer { inputs = [] }
    return inputs
  }

  private mutating func reset() {
    state = .text
    isAlt = false
    sequence = []
  }

  private mutating func press(_ code: Key.Code, _ modifiers: Key.Modifiers = []) {
    inputs.append(.key(Key(code, modifiers)))
  }
}

// MARK: - Bytes

extension InputParser {
  private mutating func take(_ byte: UInt8) {
    switch state {
    case .text: takeText(byte)
    case .escape: takeEscaped(byte)
    case .control: takeControl(byte)
    case .single:
      if let code = Self.letterCodes[byte] { press(code, isAlt ? .alt : []) }
      reset()
    case .string:
      // Ended by BEL or by ST; the Escape of ST begins a sequence without effect.
      if byte == 0x07 || byte == 0x18 || byte == 0x1A { reset() }
      if byte == .escape { state = .escape }
    case .paste: takePasted(byte)
    }
  }

  private mutating func takeText(_ byte: UInt8) {
    defer { hasReturned = byte == 0x0D }
    if hasReturned, byte == 0x0A { return }
    if byte == .escape { return state = .escape }
    guard byte >= 0x20, byte != 0x7F else {
      scalars = UTF8Pieces()
      return pressControl(byte, [])
    }
    for scalar in scalars.take(byte) { press(.character(Character(scalar))) }
  }

  private mutating func takeEscaped(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "["): state = .control
    case UInt8(ascii: "O"): state = .single
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "_"), UInt8(ascii: "^"):
      state = .string
    case UInt8(ascii: "\\"): reset()
    case .escape:
      // Alt and Escape, or Alt and a key that is itself a sequence.
      if isAlt { press(.escape, .alt) }
      isAlt = true
    case 0x20..<0x7F:
      press(.character(Character(Unicode.Scalar(byte))), .alt)
      reset()
    default:
      reset()
      if byte >= 0x80 { takeText(byte) } else { pressControl(byte, .alt) }
    }
  }

  private mutating func pressControl(_ byte: UInt8, _ more: Key.Modifiers) {
    switch byte {
    case 0x00: press(.character(" "), more.union(.control))
    case 0x08, 0x7F: press(.backspace, more)
    case 0x09: press(.tab, more)
    case 0x0A, 0x0D: press(.enter, more)
    case 0x01...0x1A:
      press(.character(Character(Unicode.Scalar(byte + 0x60))), more.union(.control))
    default:
      press(.character(Character(Unicode.Scalar(byte + 0x40))), more.union(.control))
    }
  }

  private mutating func takeControl(_ byte: UInt8) {
    switch byte {
    case .escape:
      // The previous sequence was cut off.
      reset()
      state = .escape
    case 0x20..<0x40:
      if sequence.count < Self.sequenceLimit { sequence.append(byte) }
    case 0x40..<0x7F:
      let isWhole = sequence.count < Self.sequenceLimit
      let parameters = sequence
      let alt: Key.Modifiers = isAlt ? .alt : []
      reset()
      if isWhole { finish(byte, ControlParameters(parameters), alt) }
    default: reset()
    }
  }

  /// Splits bytes into strings without cutting any scalar in two.
  private func pieces(of bytes: [UInt8]) -> [String] {
    var pieces: [String] = []
    var start = 0
    while start < bytes.count {
      var end = min(bytes.count, start + Self.pieceLimit)
      while end < bytes.count, end > start + 1, bytes[end] & 0xC0 == 0x80 { end -= 1 }
      pieces.append(String(decoding: bytes[start..<end], as: UTF8.self))
      start = end
    }
    return pieces
  }

  private mutating func takePasted(_ byte: UInt8) {
    if pasted.isEmpty { pasted.reserveCapacity(Self.pasteRoom) }
    pasteTail.append(byte)
    if pasteTail == Self.pasteEnd {
      if splitsPastes {
        for piece in pieces(of: pasted) { inputs.append(.paste(piece)) }
      } else {
        inputs.append(.paste(String(decoding: pasted, as: UTF8.self)))
      }
      SecretWiping.wipe(&pasted)
      pasted = []
      pasteTail = []
      state = .text
      return
    }
    while !Self.pasteEnd.starts(with: pasteTail) {
      let first = pasteTail.removeFirst()
      if pasted.count < Self.pasteLimit { pasted.append(first) }
    }
  }
}

// MARK: - Sequences

extension InputParser {
  private mutating func finish(
    _ last: UInt8, _ parameters: ControlParameters, _ more: Key.Modifiers
  ) {
    if parameters.prefix == UInt8(ascii: "<") { return finishMouse(last, parameters) }
    guard parameters.prefix == nil else { return }
    let modifiers = parameters.modifiers(at: 1).union(more)
    // The keyboard protocol reports the release of a key as 3.
    guard parameters.part(at: 1, 1) != 3 else { return }
    switch last {
    case UInt8(ascii: "u"):
      guard let code = Self.code(ofScalar: parameters[0]) else { return }
      press(code, modifiers)
    case UInt8(ascii: "~"): finishTilde(parameters, modifiers)
    case UInt8(ascii: "Z"): press(.tab, more.union(.shift))
    case UInt8(ascii: "I"): inputs.append(.focus(true))
    case UInt8(ascii: "O"): inputs.append(.focus(false))
    default:
      if let code = Self.letterCodes[last] { press(code, modifiers) }
    }
  }

  private mutating func finishTilde(_ parameters: ControlParameters, _ modifiers: Key.Modifiers) {
    switch parameters[0] {
    case 200: state = .paste
    case 27:
      // The other keys of xterm: CSI 27 ; modifiers ; scalar ~
      if let code = Self.code(ofScalar: parameters[2]) { press(code, modifiers) }
    case let number:
      if let number, let code = Self.numberCodes[number] { press(code, modifiers) }
    }
  }

  private mutating func finishMouse(_ last: UInt8, _ parameters: ControlParameters) {
    guard let button = parameters[0], let column = parameters[1], let row = parameters[2],
      column > 0, row > 0
    else { return }
    let event: Mouse.Event
    switch (button & ~0b1_1100, last) {
    case (0, UInt8(ascii: "M")): event = .press
    case (0, UInt8(ascii: "m")): event = .release
    case (64, UInt8(ascii: "M")): event = .scrollUp
    case (65, UInt8(ascii: "M")): event = .scrollDown
    default: return
    }
    inputs.append(.mouse(Mouse(event, at: Position(column: column - 1, row: row - 1))))
  }

  private static let letterCodes: [UInt8: Key.Code] = [
    UInt8(ascii: "A"): .up, UInt8(ascii: "B"): .down, UInt8(ascii: "C"): .right,
    UInt8(ascii: "D"): .left, UInt8(ascii: "H"): .home, UInt8(ascii: "F"): .end,
    UInt8(ascii: "P"): .function(1), UInt8(ascii: "Q"): .function(2),
    UInt8(ascii: "R"): .function(3), UInt8(ascii: "S"): .function(4),
    UInt8(ascii: "M"): .enter,
  ]

  private static let numberCodes: [Int: Key.Code] = {
    var codes: [Int: Key.Code] = [
      1: .home, 2: .insert, 3: .delete, 4: .end, 5: .pageUp, 6: .pageDown, 7: .home, 8: .end,
    ]
    let functions = [
      11, 12, 13, 14, 15, 17, 18, 19, 20, 21, 23, 24, 25, 26, 28, 29, 31, 32, 33, 34,
    ]
    for (place, number) in functions.enumerated() { codes[number] = .function(place + 1) }
    return codes
  }()

  /// Returns the key that a Unicode scalar represents in sequences that contain one.
  private static func code(ofScalar value: Int?) -> Key.Code? {
    guard let value, value >= 0, let scalar = UInt32(exactly: value).flatMap(Unicode.Scalar.init)
    else { return nil }
    switch value {
    case 9: return .tab
    case 10, 13, 57_414: return .enter
    case 27: return .escape
    case 8, 127: return .backspace
    case 57_399...57_408:
      return .character(Character(Unicode.Scalar(UInt8(0x30 + value - 57_399))))
    case 57_376...57_398: return .function(value - 57_376 + 13)
    // Other numbers in the private use area are keys that type nothing.
    case 0..<0x20, 0x80..<0xA0, 57_344...63_743: return nil
    default: return .character(Character(scalar))
    }
  }
}
