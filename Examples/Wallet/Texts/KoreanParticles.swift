/// Chooses the form of a Korean particle after a value that is only known at run time.
///
/// A text contains both forms after a value, `%@[은/는]`: the one after a consonant, and the one
/// after a vowel. There is no space before a particle.
enum KoreanParticles {
  /// The sound at the end of a word.
  enum Ending: Equatable {
    case vowel, consonant
    /// The consonant ㄹ, which takes 로 like a vowel.
    case rieul
  }

  /// Chooses between two forms by the text before them.
  ///
  /// - Parameters:
  ///   - forms: The form after a consonant, a slash, and the form after a vowel.
  ///   - text: The text before the particle; punctuation at its end is ignored.
  static func form(_ forms: Substring, after text: String) -> String {
    let parts = forms.split(separator: "/", maxSplits: 1).map { String($0) }
    guard parts.count == 2 else { return String(forms) }
    switch ending(of: text) {
    case .vowel: return parts[1]
    case .consonant: return parts[0]
    case .rieul: return parts[0].hasPrefix("으로") ? parts[1] : parts[0]
    }
  }

  /// Returns the sound at the end of a text as it is read in Korean.
  static func ending(of text: String) -> Ending {
    guard let place = text.lastIndex(where: { $0.isLetter || $0.isNumber }),
      let scalar = text[place].unicodeScalars.first
    else { return .vowel }
    switch scalar.value {
    case 0xAC00...0xD7A3:
      // Syllables with the same initial and vowel come in 28: without a final, or with one of 27.
      let end = (scalar.value - 0xAC00) % 28
      return end == 0 ? .vowel : end == 8 ? .rieul : .consonant
    case 0x30...0x39: return digitEndings[Int(scalar.value - 0x30)]
    default:
      let head = text[...place]
      let before = head.lastIndex { !$0.isASCIILetter }
      return wordEnding(String(before.map { head[head.index(after: $0)...] } ?? head))
    }
  }

  /// 영, 일, 이, 삼, 사, 오, 육, 칠, 팔, 구; the names of 10, 100 and 1,000 end like that of 0.
  private static let digitEndings: [Ending] = [
    .consonant, .rieul, .vowel, .consonant, .vowel, .vowel, .consonant, .rieul, .rieul, .vowel,
  ]

  /// Returns the ending of a word in Latin letters: for an abbreviation, its last letter's name;
  /// for other words, their usual spelling in Korean.
  private static func wordEnding(_ word: String) -> Ending {
    guard let last = word.last?.lowercased() else { return .vowel }
    if word.count == 1 || word == word.uppercased() {
      return ["l", "r"].contains(last) ? .rieul : ["m", "n"].contains(last) ? .consonant : .vowel
    }
    let word = word.lowercased()
    if word.hasSuffix("l") || word.hasSuffix("le") { return .rieul }
    let endsInConsonant =
      word.hasSuffix("m") || word.hasSuffix("n") || word.hasSuffix("ng")
      || word.contains(/[aeiou][mn]e$/) || word.contains(/(^|[^aeiou])[aeiou](b|c|ck|k|p|t)$/)
    return endsInConsonant ? .consonant : .vowel
  }
}

extension Character {
  fileprivate var isASCIILetter: Bool { isASCII && isLetter }
}

extension String {
  /// Replaces `%@`, or `%1$@` if the order differs, by arguments, and chooses the form of the
  /// particles after them.
  ///
  /// A single pass does both, so arguments are never parsed. A regular expression would be compiled
  /// again by each call, and a command reads hundreds of texts before it does anything.
  func filled(with arguments: [String]) -> String {
    guard utf8.contains(UInt8(ascii: "%")) else { return self }
    var (result, rest, next) = ("", self[...], 0)
    while let start = rest.firstIndex(of: "%") {
      result += rest[..<start]
      rest = rest[start...]
      guard let placeholder = Placeholder(rest, next: next) else {
        result.append(rest.removeFirst())
        continue
      }
      next += 1
      if arguments.indices.contains(placeholder.place) {
        let argument = arguments[placeholder.place]
        let particle = placeholder.forms.map { KoreanParticles.form($0, after: argument) } ?? ""
        result += "\(argument)\(placeholder.quote)\(particle)"
      } else {
        result += rest[..<placeholder.end]
      }
      rest = rest[placeholder.end...]
    }
    return result + rest
  }
}

/// A placeholder for an argument at the start of a text: `%@`, `%1$@`, `%@'[은/는]`.
private struct Placeholder {
  /// The argument's index.
  var place: Int
  /// The quotation mark between the argument and its particle, or nothing.
  let quote: Substring
  /// The two forms of the particle, with the slash between them.
  var forms: Substring?
  let end: String.Index

  init?(_ text: Substring, next: Int) {
    var rest = text.dropFirst()
    place = next
    if let digit = rest.first, digit.isASCII, let number = digit.wholeNumberValue,
      rest.dropFirst().first == "$"
    {
      place = number - 1
      rest = rest.dropFirst(2)
    }
    guard rest.first == "@" else { return nil }
    rest.removeFirst()
    quote = rest.first == "'" || rest.first == "\"" ? rest.prefix(1) : ""
    rest = rest.dropFirst(quote.count)
    if rest.first == "[", let close = rest.firstIndex(of: "]") {
      let inside = rest[..<close].dropFirst()
      let both = inside.split(separator: "/", omittingEmptySubsequences: false)
      if both.count == 2, !both.contains(""), !inside.contains("[") {
        forms = inside
        rest = rest[close...].dropFirst()
      }
    }
    end = rest.startIndex
  }
}
