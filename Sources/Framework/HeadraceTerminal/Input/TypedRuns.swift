extension TerminalInput {
  /// The number of consecutive characters that count as a paste: no user types so many in one read.
  static let runCountMin = 16

  /// Merges long runs of characters that were read together into pastes.
  ///
  /// A terminal without bracketed paste sends pasted text as keys, one for each character. Each key
  /// would be a separate action, and 100 kB of them took many seconds.
  ///
  /// - Parameters:
  ///   - inputs: The input of one read.
  ///   - isSecret: Pass `true` if it may be a secret. The pastes are then short, like those of
  ///     ``InputParser/splitsPastes``.
  static func mergingRuns(of inputs: [TerminalInput], isSecret: Bool) -> [TerminalInput] {
    guard inputs.count >= runCountMin else { return inputs }
    var merged: [TerminalInput] = []
    var start = 0
    while start < inputs.count {
      var end = start
      while end < inputs.count, inputs[end].character != nil { end += 1 }
      if end - start < runCountMin {
        end = max(end, start + 1)
        merged += inputs[start..<end]
      } else {
        merged += pastes(of: inputs[start..<end], isSecret: isSecret)
      }
      start = end
    }
    return merged
  }

  private static func pastes(
    of run: ArraySlice<TerminalInput>, isSecret: Bool
  ) -> [TerminalInput] {
    let byteCountMax = isSecret ? InputParser.pieceLimit : InputParser.pasteLimit
    var pastes: [TerminalInput] = []
    var text = ""
    for case let character? in run.lazy.map(\.character) {
      if !text.isEmpty, text.utf8.count + character.utf8.count > byteCountMax {
        pastes.append(.paste(text))
        text = ""
      }
      text.append(character)
    }
    return pastes + [.paste(text)]
  }

  /// The character that a key types without modifiers.
  private var character: Character? {
    guard case .key(let key) = self, case .character(let character) = key.code,
      key.modifiers.subtracting(.shift).isEmpty
    else { return nil }
    return character
  }
}
