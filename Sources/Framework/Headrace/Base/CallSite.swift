/// The place in an author's source that a report points at.
@usableFromInline
package struct CallSite: Sendable {
  @usableFromInline package let fileID: StaticString
  @usableFromInline package let filePath: StaticString
  // Half a word each, because every child store keeps one of these.
  @usableFromInline let lineNumber: UInt32
  @usableFromInline let columnNumber: UInt32

  @inlinable
  package init(fileID: StaticString, filePath: StaticString, line: UInt, column: UInt) {
    self.fileID = fileID
    self.filePath = filePath
    self.lineNumber = UInt32(clamping: line)
    self.columnNumber = UInt32(clamping: column)
  }
}

extension CallSite {
  @usableFromInline package var line: UInt { UInt(lineNumber) }
  @usableFromInline package var column: UInt { UInt(columnNumber) }
}

extension CallSite: CustomStringConvertible {
  /// The module, file and line, such as `SendFeature/SendMoney.swift:42`.
  @usableFromInline package var description: String { "\(fileID):\(line)" }
}

extension CallSite: Equatable {
  /// Compares the texts: each module has its own copy of a file's name.
  @usableFromInline
  package static func == (first: CallSite, second: CallSite) -> Bool {
    first.lineNumber == second.lineNumber && first.columnNumber == second.columnNumber
      && first.fileID.description == second.fileID.description
  }
}
