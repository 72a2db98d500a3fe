package import BigInt
package import EthereumPrimitives

/// The accounts that dev chains conventionally fund, whose keys are public.
///
/// They come from the mnemonic `test test test test test test test test test test test junk` at
/// `m/44'/60'/0'/0/i`.
package enum DevChainAccounts {
  /// The mnemonic.
  package static let mnemonic =
    "test test test test test test test test test test test junk"

  /// The first ten addresses.
  package static let addresses = [
    Address(0xf39f_d6e5_1aad_88f6, 0xf4ce_6ab8_8272_79cf, 0xffb9_2266),
    Address(0x7099_7970_c518_12dc, 0x3a01_0c7d_01b5_0e0d, 0x17dc_79c8),
    Address(0x3c44_cddd_b6a9_00fa, 0x2b58_5dd2_99e0_3d12, 0xfa42_93bc),
    Address(0x90f7_9bf6_eb2c_4f87, 0x0365_e785_982e_1f10, 0x1e93_b906),
    Address(0x15d3_4aaf_5426_7db7, 0xd7c3_6783_9aaf_71a0, 0x0a2c_6a65),
    Address(0x9965_507d_1a55_bcc2, 0x695c_58ba_16fb_37d8, 0x19b0_a4dc),
    Address(0x976e_a740_26e7_2655, 0x4db6_57fa_5476_3abd, 0x0c3a_0aa9),
    Address(0x14dc_7996_4da2_c08b, 0x2369_8b3d_3cc7_ca32, 0x193d_9955),
    Address(0x2361_8e81_e3f5_cdf7, 0xf54c_3d65_f7fb_c0ab, 0xf5b2_1e8f),
    Address(0xa0ee_7a14_2d26_7c1f, 0x3671_4e4a_8f75_612f, 0x20a7_9720),
  ]

  /// Returns balances that give the first accounts the same number of ether each, in wei.
  ///
  /// - Parameters:
  ///   - ether: The ether of each account, at least 0.
  ///   - count: The number of accounts, at most ten.
  package static func funded(etherEach ether: UInt64, count: Int = 10) -> [Address: BigUInt] {
    let wei = BigUInt(ether) * BigUInt(10).power(18)
    return Dictionary(uniqueKeysWithValues: addresses.prefix(count).map { ($0, wei) })
  }
}
