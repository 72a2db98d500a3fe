/// The parameters of a control sequence: numbers, each of which may have subparameters.
struct ControlParameters {
  /// The byte that marks a private sequence; `nil` for other sequences.
  let prefix: UInt8?
  private let numbers: [[Int?]]

  init(_ bytes: [UInt8]) {
    prefix = bytes.first.flatMap { (0x3C...0x3F).contains($0) ? $0 : nil }
    let text = String(decoding: bytes.dropFirst(prefix == nil ? 0 : 1), as: UTF8.self)
    numbers = text.split(separator: ";", omittingEmptySubsequences: false).map {
      $0.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
    }
  }

  subscript(_ place: Int) -> Int? { part(at: place, 0) }

  func part(at place: Int, _ part: Int) -> Int? {
    guard numbers.indices.contains(place), numbers[place].indices.contains(part) else { return nil }
    return numbers[place][part]
  }

  /// Returns the modifiers, which are sent as their bits plus one.
  func modifiers(at place: Int) -> Key.Modifiers {
    guard let number = self[place], (1...256).contains(number) else { return [] }
    return Key.Modifiers(rawValue: UInt8((number - 1) & 0xF))
  }
}
