/// The position in an author's source that a report points at.
@usableFromInline
package struct CallSite: Sendable, Equatable, CustomStringConvertible {
  @usableFromInline package let fileID: StaticString
  @usableFromInline package let filePath: StaticString
  @usableFromInline package let line: UInt
  @usableFromInline package let column: UInt

  @inlinable
  package init(fileID: StaticString, filePath: StaticString, line: UInt, column: UInt) {
    self.fileID = fileID
    self.filePath = filePath
    self.line = line
    self.column = column
  }

  /// The module, file and line, such as `SendFeature/SendMoney.swift:42`.
  @usableFromInline package var description: String { "\(fileID):\(line)" }

  /// Compares file ids by content: each module has its own copy of the string.
  @usableFromInline
  package static func == (first: CallSite, second: CallSite) -> Bool {
    first.line == second.line && first.column == second.column
      && first.fileID.description == second.fileID.description
  }
}
