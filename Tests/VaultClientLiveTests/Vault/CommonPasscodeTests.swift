import Testing
import VaultClient

@testable import VaultClientLive

/// Passcodes that are easy to guess are rejected when they are chosen.
@Suite struct CommonPasscodeTests {
  private func refusal(_ passcode: String, _ policy: PasscodePolicy) -> PasscodeRefusal? {
    var bytes = Array(passcode.utf8)
    return bytes.withUnsafeMutableBytes { bytes in
      do throws(PasscodeRefusal) {
        try policy.check(UnsafeRawBufferPointer(bytes))
        return nil
      } catch {
        return error
      }
    }
  }

  @Test(arguments: [
    "12345678", "87654321", "1234567890", "password", "PASSWORD", "Password1", "password2024!",
    "passw0rd", "        ", "aaaaaaaa", "abababab", "abcabcabc", "12341234", "passpass", "abcdefgh",
    "abcd1234", "12344321", "qwertyui", "qwer1234", "asdfghjkl", "iloveyou", "headrace",
    "ethereum1",
    "가가가가가가가가", "1q2w3e4r", "비밀번호1234", "비밀번호비밀번호", "пароль12", "йцукенгш",
    "ㅂㅈㄷㄱㅅㅛㅕㅑ", "monkeymonkey", "hunterhunterhunter", "!@#$%^&*", "passwordpassword",
    "20001231", "31122000", "12312000", "2000-12-31", "31.12.1999", "hunter22", "Hunter-2024",
    "correct horse battery staple", "Correct-Horse-Battery-Staple", "Tr0ub4dor&3", "i love you",
    "pass_word_1", "1.2.2000", "31/12/1999", "1999/1/31", "12-1-2000", "31.12.99", "99-12-31",
    " 1-2-00 ", "31 12 99", "3112.1999",
  ])
  func commonPassphrasesAreRefused(passcode: String) {
    #expect(refusal(passcode, .passphrase) == .tooCommon)
  }

  @Test(arguments: [
    "123456", "654321", "000000", "121212", "123123", "112211", "159753", "123321",
    "311299", "123199", "991231", "010190", "000101",
  ])
  func commonDigitsAreRefused(passcode: String) {
    #expect(refusal(passcode, .pin) == .tooCommon)
  }

  @Test(arguments: [
    "correct horse", "battery staple", "비밀번호여덟글자", "x7Kq9!mZ", "password is a bad idea",
    "four quiet green boats", "12 Main Street", "nine elephants",
    "20001331", "19571399", "hunters of 22", "13.13.2000", "0.31.1950", "32/13/1999", "1.12.1899",
    "1.2.20001", "12345.6.99", "1.2.3.2000",
  ])
  func othersAreTaken(passcode: String) {
    #expect(refusal(passcode, .passphrase) == nil)
  }

  @Test(arguments: ["135790", "271828", "904713", "129876", "003200"])
  func otherDigitsAreTaken(passcode: String) {
    #expect(refusal(passcode, .pin) == nil)
  }

  /// The rules for length and characters are checked first.
  @Test func theOtherRulesHoldAsBefore() {
    #expect(refusal("1234567", .passphrase) == .tooShort(minimum: 8))
    #expect(refusal("12345", .pin) == .notDigits(count: 6))
  }
}
