/// The client's end of a WebSocket, which may send frames of any kind.
final class RawSocket {
  /// A frame of the server.
  struct Frame: Equatable {
    var opcode: UInt8
    var bytes: [UInt8]

    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// The code of a frame that closes.
    var code: Int? {
      opcode == 8 && bytes.count >= 2 ? Int(bytes[0]) << 8 | Int(bytes[1]) : nil
    }
  }

  let client: RawClient
  /// The server's answer to the upgrade.
  private(set) var head = ""
  private var bytes: [UInt8] = []

  init(
    port: UInt16, target: String = "/socket", fields: String = "Host: localhost\r\n",
    version: Int = 13, sending: [UInt8] = []
  ) async throws {
    client = try RawClient(port: port)
    let request =
      "GET \(target) HTTP/1.1\r\n\(fields)Upgrade: websocket\r\nConnection: Upgrade\r\n"
      + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: \(version)\r\n\r\n"
    client.send(Array(request.utf8) + sending)
    while let end = try await headEnd() {
      head = String(decoding: bytes[..<end], as: UTF8.self)
      bytes.removeFirst(end)
      break
    }
  }

  var isOpen: Bool { head.hasPrefix("HTTP/1.1 101 Switching Protocols\r\n") }

  private func headEnd() async throws -> Int? {
    while true {
      for end in bytes.indices.dropLast(3)
      where bytes[end..<end + 4].elementsEqual([13, 10, 13, 10]) {
        return end + 4
      }
      guard let more = await client.readSome(), !more.isEmpty else { return nil }
      bytes += more
    }
  }

  /// Sends a text in a masked frame.
  func send(_ text: String) {
    client.send(Self.frame(0x81, Array(text.utf8)))
  }

  /// Encodes a frame; its first byte has the flags and the opcode.
  static func frame(_ first: UInt8, _ bytes: [UInt8], isMasked: Bool = true) -> [UInt8] {
    let mask: UInt8 = isMasked ? 0x80 : 0
    let length: [UInt8] =
      switch bytes.count {
      case ..<126: [mask | UInt8(bytes.count)]
      case ..<65_536: [mask | 126, UInt8(bytes.count >> 8), UInt8(bytes.count & 255)]
      default: [mask | 127] + (0..<8).map { UInt8(bytes.count >> (56 - 8 * $0) & 255) }
      }
    let key: [UInt8] = [1, 2, 3, 4]
    guard isMasked else { return [first] + length + bytes }
    return [first] + length + key + bytes.enumerated().map { $1 ^ key[$0 % 4] }
  }

  /// Reads a frame; nil at the end.
  func next() async -> Frame? {
    while true {
      if let frame = takeFrame() { return frame }
      guard let more = await client.readSome(), !more.isEmpty else { return nil }
      bytes += more
    }
  }

  private func takeFrame() -> Frame? {
    guard bytes.count >= 2 else { return nil }
    let extra = [126: 2, 127: 8][bytes[1]] ?? 0
    guard bytes.count >= 2 + extra else { return nil }
    let count =
      extra == 0 ? Int(bytes[1]) : bytes[2..<2 + extra].reduce(0) { $0 << 8 | Int($1) }
    guard bytes.count >= 2 + extra + count else { return nil }
    let frame = Frame(opcode: bytes[0] & 15, bytes: Array(bytes[(2 + extra)..<(2 + extra + count)]))
    bytes.removeFirst(2 + extra + count)
    return frame
  }

  /// Reads to the end; returns the code that the server closed with.
  func readCode() async -> Int? {
    var code: Int?
    while let frame = await next() { code = frame.code ?? code }
    return code
  }
}
