import CConfusables
import Foundation

extension String {
  /// Returns true if a person could confuse the text with another one, by Unicode's data on
  /// confusable characters.
  ///
  /// Case, width, accents and spaces are ignored.
  ///
  /// - SeeAlso: UTS 39, section 4.
  package func looksLike(_ other: String) -> Bool {
    !likenesses.isDisjoint(with: other.likenesses)
  }

  /// The skeletons of the text as it is, in lowercase and in uppercase, because letters that differ
  /// in one case may look alike in the other; and that with `d` for `cl`, and `w` for `vv`.
  ///
  /// Two texts look the same if they share a skeleton.
  package var likenesses: Set<String> {
    let bare = withoutMarks
    // Pairs of letters that Unicode's data does not hold.
    let joined = bare.skeleton.replacing("cl", with: "d").replacing("vv", with: "w")
      .replacing("VV", with: "W").replacing("Vv", with: "W")
    return Set(
      [self, bare.lowercased(), bare.uppercased(), joined].map { form in
        // A capital I looks like an l, and becomes an i in lowercase.
        form.skeleton.withoutMarks.lowercased().skeleton.replacing("i", with: "l")
      })
  }

  /// The first word that mixes scripts as no language does, such as a Cyrillic letter among Latin
  /// ones; nil if there is none.
  ///
  /// - SeeAlso: UTS 39, section 5.2, "Highly Restrictive".
  package var wordOfMixedScripts: String? {
    split(separator: " ").lazy.map { String($0) }.first { word in
      let bytes = word.utf8CString
      return bytes.withUnsafeBufferPointer { bytes in
        headrace_mixes_scripts(bytes.baseAddress, Int32(bytes.count - 1)) != 0
      }
    }
  }

  /// The text in compatibility characters (NFKD), without spaces, accents and invisible characters.
  private var withoutMarks: String {
    var text = ""
    for scalar in decomposedStringWithCompatibilityMapping.unicodeScalars
    where scalar != " " && scalar != tatweel && scalar.properties.generalCategory != .nonspacingMark
      && !scalar.properties.isDefaultIgnorableCodePoint
    {
      text.unicodeScalars.append(scalar)
    }
    return text
  }

  /// A line that widens an Arabic word, and has no meaning.
  private var tatweel: Unicode.Scalar { "\u{640}" }

  /// The skeleton of the text, which is the same for texts that look alike.
  private var skeleton: String {
    let bytes = utf8CString
    var capacity = 256
    while true {
      var length: Int32 = 0
      let skeleton = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
        // Safe: UInt8 and CChar have the same size, and only bytes that were written are counted.
        length = buffer.withMemoryRebound(to: CChar.self) { buffer in
          bytes.withUnsafeBufferPointer { bytes in
            headrace_skeleton(
              bytes.baseAddress, Int32(bytes.count - 1), buffer.baseAddress, Int32(buffer.count))
          }
        }
        count = max(0, min(Int(length), buffer.count))
      }
      // A Swift string is valid Unicode, and the library contains ICU's data.
      precondition(length >= 0, "ICU gave no skeleton; expected its data in the library")
      if Int(length) <= capacity { return String(decoding: skeleton, as: UTF8.self) }
      capacity = Int(length)
    }
  }
}
