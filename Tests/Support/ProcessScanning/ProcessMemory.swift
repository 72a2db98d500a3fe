import Foundation

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The memory of another process, read by a process that may debug it.
package struct ProcessMemory {
  /// A part of the memory that can be written.
  private struct Region {
    let start: UInt64
    let end: UInt64
    let isLocked: Bool
  }

  /// The place of a needle.
  package enum Place: Hashable, Sendable {
    /// In memory that is kept out of swap.
    case locked
    /// Anywhere else.
    case unlocked
  }

  /// True if this process may read the memory of one that forbids debugging.
  package static var isReadable: Bool {
    #if os(Linux)
      geteuid() == 0
    #else
      false
    #endif
  }

  private let regions: [Region]
  private let descriptor: Int32

  /// Reads a process that is blocked, such as one that waits for a line.
  package init(of process: Int32) throws {
    // Foundation reads a system file in one piece, and this one arrives in many.
    let file = try FileHandle(forReadingFrom: URL(filePath: "/proc/\(process)/smaps"))
    let map = String(decoding: try file.readToEnd() ?? Data(), as: UTF8.self)
    try file.close()
    var regions: [Region] = []
    var range: (start: UInt64, end: UInt64)?
    // The map has thousands of lines; regular expressions took most of a scan's time.
    for line in map.utf8.split(separator: UInt8(ascii: "\n")) {
      if line.starts(with: "VmFlags:".utf8) {
        guard let (start, end) = range else { continue }
        let isLocked = line.split(separator: UInt8(ascii: " ")).contains {
          $0.elementsEqual("lo".utf8)
        }
        regions.append(Region(start: start, end: end, isLocked: isLocked))
      } else if let header = Self.header(line) {
        range = header.isWritable ? (header.start, header.end) : nil
      }
    }
    self.regions = regions
    descriptor = open("/proc/\(process)/mem", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw CocoaError(.fileReadNoPermission) }
  }

  /// Reads the first line of a region, `7f00-7fff rw-p …`; other lines begin with a capital letter.
  private static func header(
    _ line: Substring.UTF8View
  ) -> (start: UInt64, end: UInt64, isWritable: Bool)? {
    guard let first = line.first, !(UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(first)
    else { return nil }
    let words = Substring(line).split(separator: " ", maxSplits: 2)
    guard words.count > 1 else { return nil }
    let bounds = words[0].split(separator: "-").compactMap { UInt64($0, radix: 16) }
    guard bounds.count == 2 else { return nil }
    return (bounds[0], bounds[1], words[1].hasPrefix("rw"))
  }

  /// Returns the places of each needle; needles that are nowhere are not named.
  ///
  /// The memory is read in pieces that overlap, so that a needle across the border of two is found.
  package func places(of needles: [String: [UInt8]]) -> [String: Set<Place>] {
    defer { close(descriptor) }
    let needles = needles.map { Needle(name: $0.key, bytes: $0.value) }
    let overlap = needles.map(\.bytes.count).max() ?? 0
    let buffer = UnsafeMutableRawBufferPointer.allocate(
      byteCount: Self.pieceByteCount, alignment: 16)
    defer { buffer.deallocate() }
    var found: [String: Set<Place>] = [:]
    for region in regions {
      var place = region.start
      while place < region.end {
        let wanted = Int(min(UInt64(buffer.count), region.end - place))
        let piece = UnsafeMutableRawBufferPointer(rebasing: buffer[..<wanted])
        read(at: place, into: piece)
        for needle in needles where needle.isIn(UnsafeRawBufferPointer(piece)) {
          found[needle.name, default: []].insert(region.isLocked ? .locked : .unlocked)
        }
        if place + UInt64(wanted) == region.end { break }
        place += UInt64(wanted - overlap)
      }
    }
    return found
  }

  private static let pieceByteCount = 1 << 22

  private func read(at place: UInt64, into piece: UnsafeMutableRawBufferPointer) {
    var end = 0
    while end < piece.count {
      let rest = UnsafeMutableRawBufferPointer(rebasing: piece[end...])
      let count = pread(descriptor, rest.baseAddress, rest.count, off_t(place) + off_t(end))
      if count > 0 {
        end += count
      } else {
        // A page that can't be read contains nothing of the process.
        let size = min(4_096, rest.count)
        UnsafeMutableRawBufferPointer(rebasing: rest[..<size]).initializeMemory(
          as: UInt8.self, repeating: 0)
        end += size
      }
    }
  }
}

/// Bytes that are searched for by their rarest one.
private struct Needle {
  let name: String
  let bytes: [UInt8]
  private let rarest: Int

  init(name: String, bytes: [UInt8]) {
    (self.name, self.bytes) = (name, bytes)
    // Zeros, small numbers, letters and the ends of pointers are everywhere.
    let costs = bytes.map { byte -> Int in
      switch byte {
      case 0, 0xFF: 4
      case 1...0x10, 0x7F: 3
      case UInt8(ascii: " "), UInt8(ascii: "a")...UInt8(ascii: "z"): 2
      case 0x20...0x7E: 1
      default: 0
      }
    }
    rarest = costs.indices.min { costs[$0] < costs[$1] } ?? 0
  }

  /// Returns true if memory contains the bytes; by the system's search, which is fast in a debug
  /// build.
  func isIn(_ memory: UnsafeRawBufferPointer) -> Bool {
    bytes.withUnsafeBytes { needle in
      guard let start = memory.baseAddress, let wanted = needle.baseAddress,
        needle.count <= memory.count
      else { return false }
      var place = rarest
      let last = memory.count - needle.count + rarest
      while place <= last {
        guard
          let found = memchr(start + place, Int32(needle[rarest]), last - place + 1)
        else { return false }
        let hit = UnsafeRawPointer(found)
        if memcmp(hit - rarest, wanted, needle.count) == 0 { return true }
        place = hit - start + 1
      }
      return false
    }
  }
}

/// The round keys of AES-256, as a cipher keeps them.
///
/// - SeeAlso: FIPS 197, section 5.2.
package enum AESKeySchedule {
  /// Returns the round keys after those that are the key itself.
  package static func derivedPart(of key: [UInt8]) -> [UInt8] {
    var words = stride(from: 0, to: 32, by: 4).map { Array(key[$0..<($0 + 4)]) }
    var round: UInt8 = 1
    for index in 8..<60 {
      var word = words[index - 1]
      if index % 8 == 0 {
        word = (Array(word[1...]) + [word[0]]).map(substitute)
        word[0] ^= round
        round = double(round)
      } else if index % 8 == 4 {
        word = word.map(substitute)
      }
      words.append(zip(word, words[index - 8]).map { $0 ^ $1 })
    }
    return Array(words[8...].joined())
  }

  private static func double(_ byte: UInt8) -> UInt8 { byte << 1 ^ (byte & 0x80 == 0 ? 0 : 0x1b) }

  private static func product(_ first: UInt8, _ second: UInt8) -> UInt8 {
    var (product, factor): (UInt8, UInt8) = (0, first)
    for bit in 0..<8 {
      if second >> UInt8(bit) & 1 == 1 { product ^= factor }
      factor = double(factor)
    }
    return product
  }

  private static func substitute(_ byte: UInt8) -> UInt8 {
    // The inverse is the 254th power.
    let inverse = (0..<254).reduce(UInt8(1)) { power, _ in product(power, byte) }
    return [1, 2, 3, 4].reduce(inverse ^ 0x63) { $0 ^ (inverse << $1 | inverse >> (8 - $1)) }
  }
}
