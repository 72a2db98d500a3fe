extension PresentationState where Value: CasePathable {
  /// The payload of a case of the presented value, if it is of that case.
  ///
  /// ```swift
  /// await store.send(.incrementButtonTapped) { $0.$destination[case: \.counter]?.count = 1 }
  /// ```
  ///
  /// Setting a payload changes the presented value in place. Setting `nil` ends the presentation of
  /// that case. If nothing of that case is presented, nothing changes, whatever is set, and the
  /// misuse is reported.
  public subscript<Payload>(
    case keyPath: CaseKeyPath<Value, Payload>,
    fileID fileID: StaticString = #fileID, filePath filePath: StaticString = #filePath,
    line line: UInt = #line, column column: UInt = #column
  ) -> Payload? {
    get { value?[case: keyPath] }
    _modify {
      let path = AnyCasePath(keyPath)
      var payload = value.flatMap(path.extract)
      guard payload != nil else {
        // As in 'child[case: \.text]?.append("x")', which finds no text.
        yield &payload
        return reportUnrelatedCase(
          of: Payload.self,
          at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
      }
      let before = childIdentity()
      // Released, so that the change finds the payload uniquely referenced.
      value = nil
      defer {
        value = payload.map(path.embed)
        didChangeInPlace(from: before)
      }
      yield &payload
    }
  }

  private func reportUnrelatedCase<Payload>(of payload: Payload.Type, at site: CallSite) {
    reportMisuse(
      """
      Tried to change the payload of a presented case, but \
      \(value.map { "another case is presented: '\(ActionLabel.of($0))'" } ?? "nothing is").

      '[case:]' was given a path to '\(String(reflecting: Payload.self))', so it changed \
      nothing. To present the case, assign it. To dismiss whatever is presented, assign 'nil' to \
      the property itself.
      """, at: site)
  }
}
