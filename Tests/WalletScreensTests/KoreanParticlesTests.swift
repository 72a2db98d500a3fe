import Testing

@testable import WalletCLI

/// A Korean particle follows its word without a space, in the form that the word's sound requires.
@Suite struct KoreanParticlesTests {
  private static let tables = ["Commands", "Localizable"].map {
    ($0, Texts.table(.korean, named: $0))
  }

  /// Particles that are not words by themselves.
  private static let particles = [
    "은", "는", "이", "가", "을", "를", "에", "에는", "에서", "에서는", "에만", "의", "과", "와", "으로", "로",
    "으로는", "로는", "만", "까지", "부터", "보다", "처럼", "입니다", "입니까", "이고", "인데", "이면", "여야", "이어야",
    "라고", "이라고", "라는", "이라는",
  ]

  /// "노드 에": there was a space after a value, a Latin word, a number or a quotation.
  @Test(arguments: tables)
  func particlesHaveNoBlankBeforeThem(name: String, table: [String: String]) throws {
    try #require(table.count > 300)
    let particles = Self.particles.joined(separator: "|")
    let pattern = try Regex("[@\\]A-Za-z0-9'\"\\)%] (\(particles))(?=[\\s.,:;?!)]|$)")
    for (key, text) in table {
      let found = text.firstMatch(of: pattern)
      // 'this', a separate word, may follow a particle.
      if let found, text[found.range].hasSuffix(" 이"), text[found.range].hasPrefix("]") { continue }
      #expect(found == nil, "\(name) \(key): \(text)")
    }
  }

  /// After a value that is only known at run time, the text has both forms of a particle.
  @Test(arguments: tables)
  func particlesBehindValuesHaveBothForms(name: String, table: [String: String]) throws {
    let pattern = /@['"]?(은|는|이|가|을|를|과|와|으로|로|이라는|라는|이라고|라고|이면|이고|이어야|여야)(?=[\s.,:;?!)]|$)/
    for (key, text) in table {
      #expect(text.firstMatch(of: pattern) == nil, "\(name) \(key): \(text)")
    }
  }

  @Test(arguments: tables)
  func bothFormsArePairs(name: String, table: [String: String]) {
    for text in table.values {
      for pair in text.matches(of: /\[([^\]]*\/[^\]]*)\]/).map(\.1) where pair.count < 20 {
        #expect(pair.split(separator: "/").count == 2, "\(name): \(text)")
      }
    }
  }

  @Test(arguments: [
    ("사람", "사람은"), ("나무", "나무는"), ("저축", "저축은"), ("0", "0은"), ("1", "1은"), ("2", "2는"),
    ("10", "10은"),
    ("0.25", "0.25는"), ("ETH", "ETH는"), ("URL", "URL은"), ("wei", "wei는"), ("value", "value는"),
    ("file", "file은"), ("home", "home은"), ("wallet cancel", "wallet cancel은"),
    ("status", "status는"),
    ("Bob", "Bob은"), ("/tmp/vault", "/tmp/vault는"), ("", "는"), ("…", "…는"),
    ("계정 (Bob)", "계정 (Bob)은"),
  ])
  func theTopicParticleFits(value: String, said: String) {
    #expect("%@[은/는]".filled(with: [value]) == said)
  }

  /// ㄹ takes 로 like a vowel.
  @Test(arguments: [
    ("서울", "서울로"), ("부산", "부산으로"), ("제주", "제주로"), ("1", "1로"), ("3", "3으로"), ("8", "8로"),
    ("200", "200으로"),
    ("file", "file로"), ("json", "json으로"),
  ])
  func theParticleOfDirectionFits(value: String, said: String) {
    #expect("%@[으로/로]".filled(with: [value]) == said)
  }

  @Test func quotationsAndPlacesAreKept() {
    #expect("'%2$@'[을/를] %1$@[이/가]".filled(with: ["노드", "키"]) == "'키'를 노드가")
    // Arguments are never parsed.
    #expect("%@ [은/는] %@".filled(with: ["%@[이/가]"]) == "%@[이/가] [은/는] %@")
  }
}
