import Foundation

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The memory of another process, as somebody reads it who may debug it.
struct ProcessMemory {
  /// A part of the memory that can be written.
  private struct Region {
    let start: UInt64
    let end: UInt64
    let isLocked: Bool
  }

  /// Where a needle was found.
  enum Place: Hashable {
    /// In memory that is kept out of swap.
    case locked
    /// Anywhere else.
    case unlocked
  }

  /// Whether this process may read the memory of one that lets nobody do so.
  static var isReadable: Bool {
    #if os(Linux)
      geteuid() == 0
    #else
      false
    #endif
  }

  private let regions: [Region]
  private let descriptor: Int32

  /// Looks at a process that stands still, such as one that waits for a line.
  init(of process: Int32) throws {
    // Foundation reads a file of the system in one piece, and this one comes in many.
    let file = try FileHandle(forReadingFrom: URL(filePath: "/proc/\(process)/smaps"))
    let map = String(decoding: try file.readToEnd() ?? Data(), as: UTF8.self)
    try file.close()
    var regions: [Region] = []
    var range: (start: UInt64, end: UInt64)?
    for line in map.split(separator: "\n") {
      if let match = line.prefixMatch(of: /([0-9a-f]+)-([0-9a-f]+) (....)/) {
        let isWritable = match.3.hasPrefix("rw")
        range =
          isWritable ? (UInt64(match.1, radix: 16) ?? 0, UInt64(match.2, radix: 16) ?? 0) : nil
      } else if let flags = line.wholeMatch(of: /VmFlags:(.*)/), let (start, end) = range {
        let isLocked = flags.1.split(separator: " ").contains("lo")
        regions.append(Region(start: start, end: end, isLocked: isLocked))
      }
    }
    self.regions = regions
    descriptor = open("/proc/\(process)/mem", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw CocoaError(.fileReadNoPermission) }
  }

  /// Where each needle stands; needles that are nowhere are not named.
  func places(of needles: [String: [UInt8]]) -> [String: Set<Place>] {
    defer { close(descriptor) }
    var found: [String: Set<Place>] = [:]
    for region in regions {
      let bytes = read(region)
      for (name, needle) in needles where Self.contains(bytes, needle) {
        found[name, default: []].insert(region.isLocked ? .locked : .unlocked)
      }
    }
    return found
  }

  private func read(_ region: Region) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: Int(region.end - region.start))
    var end = 0
    while end < bytes.count {
      let count = bytes.withUnsafeMutableBytes { buffer in
        pread(
          descriptor, buffer.baseAddress.map { $0 + end }, buffer.count - end,
          off_t(region.start) + off_t(end))
      }
      // A page that was never touched can't be read.
      if count <= 0 { end += 4_096 } else { end += count }
    }
    return bytes
  }

  /// Whether bytes are among others; by the system's search, which is fast in a debug build too.
  private static func contains(_ bytes: [UInt8], _ needle: [UInt8]) -> Bool {
    bytes.withUnsafeBytes { bytes in
      needle.withUnsafeBytes { needle in
        guard let start = bytes.baseAddress, let wanted = needle.baseAddress else { return false }
        var place = 0
        while place + needle.count <= bytes.count {
          let count = bytes.count - needle.count - place + 1
          guard let found = memchr(start + place, Int32(needle[0]), count) else { return false }
          if memcmp(found, wanted, needle.count) == 0 { return true }
          place = UnsafeRawPointer(found) - start + 1
        }
        return false
      }
    }
  }
}

/// The round keys of AES-256, as a cipher keeps them.
///
/// - SeeAlso: FIPS 197, section 5.2.
enum AESKeySchedule {
  /// The round keys after those that are the key itself.
  static func derivedPart(of key: [UInt8]) -> [UInt8] {
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
