import EthereumCrypto
import EthereumKeys
import TestVectors
import Testing

struct MnemonicTests {
  private static let phrase =
    "legal winner thank year wave sausage worth useful legal winner thank yellow"

  @Test(arguments: Mnemonic.WordCount.allCases)
  func randomPhrasesComeBackAsTheyWere(wordCount: Mnemonic.WordCount) throws {
    var random = SeededGenerator(seed: UInt64(wordCount.rawValue))
    for round in 0..<50 {
      let mnemonic = Mnemonic.random(wordCount, using: &random)
      let phrase = mnemonic.phrase()
      let read = try Mnemonic(phrase: phrase)
      #expect(read.wordCount == wordCount, "round \(round)")
      #expect(
        mnemonic.withEntropy { first in read.withEntropy { first.elementsEqual($0) } } == true,
        "round \(round)")
      let words = phrase.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
        .split(separator: " ")
      #expect(words.count == wordCount.rawValue, "round \(round)")
      for (index, word) in words.enumerated() {
        #expect(
          mnemonic.withWord(at: index + 1) { $0.elementsEqual(word.utf8) } == true, "round \(round)"
        )
      }
    }
  }

  @Test func aPhraseThatLacksAWordOrHasOneTooManyIsRefused() {
    let words = Self.phrase.split(separator: " ")
    for count in 0...13 where count != 12 {
      let text = (0..<count).map { words[$0 % 12] }.joined(separator: " ")
      #expect(throws: MnemonicError.wrongWordCount(found: count)) { _ = try Mnemonic(phrase: text) }
    }
  }

  @Test(arguments: [
    (
      "legal winer thank year wave sausage worth useful legal winner thank yellow", 2,
      ["wine", "winner"]
    ),
    (
      "legal winner thank year wave sausage worth useful legal winner thank yelow", 12,
      ["yellow", "below"]
    ),
    ("Lgal winner thank year wave sausage worth useful legal winner thank yellow", 1, ["legal"]),
    ("legal winner thank year wave sausage worth xxxxxxxxxx legal winner thank yellow", 8, []),
    ("legal winner thank year wave sausage worth useful legal\twinner thank yellow xyzzyx", 9, []),
  ])
  func aWordThatIsNotInTheListIsNamedWithThoseNearIt(
    phrase: String, position: Int, nearest: [String]
  ) {
    do {
      _ = try Mnemonic(phrase: phrase)
      Issue.record("\(phrase) was accepted")
    } catch {
      guard case .unknownWord(position, let suggestions) = error else {
        Issue.record("refused with \(error)")
        return
      }
      #expect(Array(suggestions.prefix(nearest.count)) == nearest)
      #expect(suggestions.count <= WordList.suggestionCountMax)
    }
  }

  /// The word is in the list; an error that denies it would name a false cause.
  @Test(arguments: [
    ("Legal winner thank year wave sausage worth useful legal winner thank yellow", 1),
    ("legal winner thank year wave sausage worth useful legal winner thank YELLOW", 12),
  ])
  func aWordInUpperCaseIsDistinguishedFromAnUnknownOne(phrase: String, position: Int) {
    #expect(throws: MnemonicError.upperCase(position: position)) {
      _ = try Mnemonic(phrase: phrase)
    }
  }

  @Test func wordsOfTheListThatDoNotBelongTogetherAreRefused() {
    let words = Self.phrase.split(separator: " ").map(String.init)
    var swapped = words
    swapped.swapAt(1, 2)
    #expect(throws: MnemonicError.wrongChecksum) {
      _ = try Mnemonic(phrase: swapped.joined(separator: " "))
    }
    // Of the 2,048 last words one in sixteen fits the checksum.
    let fitting = (0..<WordList.wordCount).count { index in
      let last = WordList.english.word(at: index)
      return (try? Mnemonic(phrase: (words.dropLast() + [last]).joined(separator: " "))) != nil
    }
    #expect(fitting == WordList.wordCount / 16)
  }

  @Test(arguments: [
    (" " + phrase, 1), (phrase + " ", 12), (phrase.replacing("thank year", with: "thank  year"), 4),
  ])
  func spacesTooManyAreRefused(phrase: String, position: Int) {
    #expect(throws: MnemonicError.extraSpace(position: position)) {
      _ = try Mnemonic(phrase: phrase)
    }
  }

  @Test(arguments: [0, 15, 17, 31, 33, 64])
  func entropyOfAnotherSizeIsRefused(byteCount: Int) {
    #expect(throws: MnemonicError.wrongEntropySize(found: byteCount)) {
      _ = try Mnemonic(entropy: SecretBytes(count: byteCount))
    }
  }

  @Test func aPassphraseChangesTheSeedAndMustBeUTF8() throws {
    let mnemonic = try Mnemonic(phrase: Self.phrase)
    let plain = mnemonic.seed()
    #expect(plain.count == Mnemonic.seedByteCount)
    #expect(plain.isEqual(to: try mnemonic.seed(passphrase: SecretBytes(count: 0))) == true)
    #expect(plain.isEqual(to: try mnemonic.seed(passphrase: SecretBytes("x".utf8))) == false)
    #expect(throws: MnemonicError.passphraseNotUTF8) {
      _ = try mnemonic.seed(passphrase: SecretBytes([0x61, 0xff]))
    }
  }

  @Test func twoWaysToTypeACharacterAreOnePassphrase() throws {
    let mnemonic = try Mnemonic(phrase: Self.phrase)
    let composed = try mnemonic.seed(passphrase: SecretBytes("caf\u{e9} \u{fb01}".utf8))
    let decomposed = try mnemonic.seed(passphrase: SecretBytes("cafe\u{301} fi".utf8))
    let other = try mnemonic.seed(passphrase: SecretBytes("cafe fi".utf8))
    #expect(composed.isEqual(to: decomposed) == true)
    #expect(composed.isEqual(to: other) == false)
  }

  @Test func theTestPhraseHasTheAddressesThatEverybodyKnows() throws {
    let mnemonic = try Mnemonic(
      phrase: "test test test test test test test test test test test junk")
    let master = try HDPrivateKey(seed: mnemonic.seed())
    let expected = [
      "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266", "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
      "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC",
    ]
    for (index, address) in expected.enumerated() {
      let path = try #require(DerivationPath.ethereum(account: UInt32(index)))
      #expect(try master.descendant(path).privateKey().address().checksummed == address)
    }
  }

  @Test func everyRefusalSaysWhatWasExpected() {
    let texts: [(MnemonicError, String)] = [
      (.wrongWordCount(found: 11), "expected 12, 15, 18, 21 or 24 words, found 11"),
      (
        .extraSpace(position: 2),
        "expected single spaces between words only, found one too many at word 2"
      ),
      (
        .unknownWord(position: 3, suggestions: ["act", "cat"]),
        "expected a word of the list at position 3; near it: act, cat"
      ),
      (.unknownWord(position: 3, suggestions: []), "expected a word of the list at position 3"),
      (
        .upperCase(position: 3),
        "expected lower case at position 3; the word itself is in the list"
      ),
      (
        .wrongChecksum,
        "expected a valid checksum: a word is wrong, or two are swapped"
      ),
      (.wrongEntropySize(found: 5), "expected 16, 20, 24, 28 or 32 bytes of entropy, found 5"),
      (.passphraseNotUTF8, "expected a passphrase in UTF-8"),
    ]
    for (error, text) in texts { #expect(error.description == text) }
  }
}
