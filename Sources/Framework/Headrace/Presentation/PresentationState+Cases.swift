extension PresentationState where Value: CasePathable {
  /// The payload of a case of the presented value, if it is of that case.
  ///
  /// ```swift
  /// await store.send(.incrementButtonTapped) { $0.$destination[case: \.counter]?.count = 1 }
  /// ```
  ///
  /// Setting a payload changes the presented value in place. Setting `nil` ends the presentation of
  /// that case. If no value of that case is presented, nothing changes, whatever is set, and the
  /// misuse is reported.
  public subscript<Payload>(
    case keyPath: CaseKeyPath<Value, Payload>,
    fileID fileID: StaticString = #fileID, filePath filePath: StaticString = #filePath,
    line line: UInt = #line, column column: UInt = #column
  ) -> Payload? {
    get { value?[case: keyPath] }
    _modify {
      let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
      yield &wrappedValue[
        payloadOf: keyPath, orReport: { Self.reportUnrelatedCase(of: Payload.self, $0, at: site) }]
    }
  }

  private static func reportUnrelatedCase<Payload>(
    of payload: Payload.Type, _ value: Value?, at site: CallSite
  ) {
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

extension Optional where Wrapped: CasePathable {
  /// The payload of a case, if the value is of that case.
  ///
  /// Setting `nil` removes the value.
  ///
  /// - Parameter report: Called with the value after an attempt to change a payload that it doesn't
  ///   have, as in `child[case: \.text]?.append("x")`, which finds no text.
  subscript<Payload>(
    payloadOf keyPath: CaseKeyPath<Wrapped, Payload>, orReport report: (Wrapped?) -> Void
  ) -> Payload? {
    get { self?[case: keyPath] }
    _modify {
      let path = AnyCasePath(keyPath)
      var payload = flatMap(path.extract)
      guard payload != nil else {
        yield &payload
        return report(self)
      }
      // Released, so that the change finds the payload uniquely referenced.
      self = nil
      defer { self = payload.map(path.embed) }
      yield &payload
    }
  }
}
