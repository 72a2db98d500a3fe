/// RIPEMD-160, which Bitcoin's standards use for fingerprints of keys.
///
/// Nothing here relies on its strength.
///
/// - SeeAlso: Dobbertin, Bosselaers, Preneel, "RIPEMD-160: A Strengthened Version of RIPEMD", 1996.
package enum RIPEMD160 {
  /// The size of a digest.
  package static let byteCount = 20

  /// Hashes bytes.
  package static func hash(_ bytes: [UInt8]) -> [UInt8] {
    var padded = bytes + [0x80]
    while padded.count % 64 != 56 { padded.append(0) }
    let bitCount = UInt64(bytes.count) * 8
    for shift in stride(from: UInt64(0), to: 64, by: 8) {
      padded.append(UInt8(truncatingIfNeeded: bitCount >> shift))
    }
    var state = initialState
    for start in stride(from: 0, to: padded.count, by: 64) {
      compress(&state, padded[start..<(start + 64)])
    }
    return state.flatMap { word in
      stride(from: UInt32(0), to: 32, by: 8).map { UInt8(truncatingIfNeeded: word >> $0) }
    }
  }

  private static func compress(_ state: inout [UInt32], _ block: ArraySlice<UInt8>) {
    var words = [UInt32](repeating: 0, count: 16)
    for (index, byte) in block.enumerated() {
      words[index / 4] |= UInt32(byte) << UInt32(8 * (index % 4))
    }
    let left = line(state, words, leftWords, leftShifts, leftConstants) { $0 }
    let right = line(state, words, rightWords, rightShifts, rightConstants) { 4 - $0 }
    let old = state
    for index in 0..<5 {
      state[index] = old[(index + 1) % 5] &+ left[(index + 2) % 5] &+ right[(index + 3) % 5]
    }
  }

  /// Runs one of the two parallel lines of 80 steps; `function` selects each round's function.
  private static func line(
    _ state: [UInt32], _ words: [UInt32], _ order: [Int], _ shifts: [UInt32],
    _ constants: [UInt32], _ function: (Int) -> Int
  ) -> [UInt32] {
    var (a, b, c, d, e) = (state[0], state[1], state[2], state[3], state[4])
    for step in 0..<80 {
      let mixed = mix(function(step / 16), b, c, d)
      let sum = a &+ mixed &+ words[order[step]] &+ constants[step / 16]
      let turned = rotate(sum, shifts[step]) &+ e
      (a, b, c, d, e) = (e, turned, b, rotate(c, 10), d)
    }
    return [a, b, c, d, e]
  }

  private static func mix(_ function: Int, _ x: UInt32, _ y: UInt32, _ z: UInt32) -> UInt32 {
    switch function {
    case 0: x ^ y ^ z
    case 1: (x & y) | (~x & z)
    case 2: (x | ~y) ^ z
    case 3: (x & z) | (y & ~z)
    default: x ^ (y | ~z)
    }
  }

  private static func rotate(_ word: UInt32, _ bits: UInt32) -> UInt32 {
    word << bits | word >> (32 - bits)
  }

  private static let initialState: [UInt32] = [
    0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476, 0xc3d2_e1f0,
  ]
  private static let leftConstants: [UInt32] = [
    0, 0x5a82_7999, 0x6ed9_eba1, 0x8f1b_bcdc, 0xa953_fd4e,
  ]
  private static let rightConstants: [UInt32] = [
    0x50a2_8be6, 0x5c4d_d124, 0x6d70_3ef3, 0x7a6d_76e9, 0,
  ]
  private static let leftWords: [Int] = [
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15,
    7, 4, 13, 1, 10, 6, 15, 3, 12, 0, 9, 5, 2, 14, 11, 8,
    3, 10, 14, 4, 9, 15, 8, 1, 2, 7, 0, 6, 13, 11, 5, 12,
    1, 9, 11, 10, 0, 8, 12, 4, 13, 3, 7, 15, 14, 5, 6, 2,
    4, 0, 5, 9, 7, 12, 2, 10, 14, 1, 3, 8, 11, 6, 15, 13,
  ]
  private static let rightWords: [Int] = [
    5, 14, 7, 0, 9, 2, 11, 4, 13, 6, 15, 8, 1, 10, 3, 12,
    6, 11, 3, 7, 0, 13, 5, 10, 14, 15, 8, 12, 4, 9, 1, 2,
    15, 5, 1, 3, 7, 14, 6, 9, 11, 8, 12, 2, 10, 0, 4, 13,
    8, 6, 4, 1, 3, 11, 15, 0, 5, 12, 2, 13, 9, 7, 10, 14,
    12, 15, 10, 4, 1, 5, 8, 7, 6, 2, 13, 14, 0, 3, 9, 11,
  ]
  private static let leftShifts: [UInt32] = [
    11, 14, 15, 12, 5, 8, 7, 9, 11, 13, 14, 15, 6, 7, 9, 8,
    7, 6, 8, 13, 11, 9, 7, 15, 7, 12, 15, 9, 11, 7, 13, 12,
    11, 13, 6, 7, 14, 9, 13, 15, 14, 8, 13, 6, 5, 12, 7, 5,
    11, 12, 14, 15, 14, 15, 9, 8, 9, 14, 5, 6, 8, 6, 5, 12,
    9, 15, 5, 11, 6, 8, 13, 12, 5, 12, 13, 14, 11, 8, 5, 6,
  ]
  private static let rightShifts: [UInt32] = [
    8, 9, 9, 11, 13, 15, 15, 5, 7, 7, 8, 11, 14, 14, 12, 6,
    9, 13, 15, 7, 12, 8, 9, 11, 7, 7, 12, 7, 6, 15, 13, 11,
    9, 7, 15, 11, 8, 6, 6, 14, 12, 13, 5, 14, 13, 13, 7, 5,
    15, 5, 8, 11, 14, 14, 6, 14, 6, 9, 12, 9, 12, 5, 15, 8,
    8, 5, 12, 9, 12, 5, 14, 6, 8, 13, 6, 5, 15, 13, 11, 11,
  ]
}
