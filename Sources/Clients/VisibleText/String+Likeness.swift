import CConfusables
import Foundation

extension String {
  /// A Boolean value that says whether a person could confuse the text with another one, by
  /// Unicode's data of look-alike characters.
  ///
  /// Case, width, accents and blanks make no difference.
  ///
  /// - SeeAlso: UTS 39, section 4.
  package func looksLike(_ other: String) -> Bool {
    !likenesses.isDisjoint(with: other.likenesses)
  }

  /// The forms of the text as a person could take it: as it is, in small letters and in capitals,
  /// because letters that differ in one case look alike in another.
  ///
  /// Two texts look alike if they share a form.
  package var likenesses: Set<String> {
    let bare = withoutMarks
    return Set(
      [self, bare.lowercased(), bare.uppercased()].map { form in
        // The letter I is an l in small letters, and an i in another font.
        form.skeleton.withoutMarks.lowercased().skeleton.replacing("i", with: "l")
      })
  }

  /// The first word that mixes scripts which no language mixes, such as a Cyrillic letter among
  /// Latin ones; nil if there is none.
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

  /// The text without blanks, accents and what is not shown, in compatible characters.
  private var withoutMarks: String {
    var text = ""
    for scalar in decomposedStringWithCompatibilityMapping.unicodeScalars
    where scalar != " " && scalar.properties.generalCategory != .nonspacingMark
      && !scalar.properties.isDefaultIgnorableCodePoint
    {
      text.unicodeScalars.append(scalar)
    }
    return text
  }

  /// The skeleton of the text: equal for texts that look alike.
  private var skeleton: String {
    let bytes = utf8CString
    var capacity = 256
    while true {
      var length: Int32 = 0
      let skeleton = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
        // Safe: bytes and characters have the same size, and only what was written is counted.
        length = buffer.withMemoryRebound(to: CChar.self) { buffer in
          bytes.withUnsafeBufferPointer { bytes in
            headrace_skeleton(
              bytes.baseAddress, Int32(bytes.count - 1), buffer.baseAddress, Int32(buffer.count))
          }
        }
        count = max(0, min(Int(length), buffer.count))
      }
      // A text of Swift is valid, and the data of ICU is a part of it.
      precondition(length >= 0, "ICU gave no skeleton; expected its data in the library")
      if Int(length) <= capacity { return String(decoding: skeleton, as: UTF8.self) }
      capacity = Int(length)
    }
  }
}
