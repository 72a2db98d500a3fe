extension PresentationState where Value: CasePathable {
  /// The payload of a case of the presented value, if it is of that case.
  ///
  /// ```swift
  /// await store.send(.incrementButtonTapped) { $0.$destination[case: \.counter]?.count = 1 }
  /// ```
  ///
  /// Setting a payload changes the presented value in place. If nothing of that case is presented,
  /// nothing changes, and the misuse is reported. Setting `nil` ends the presentation of that case.
  public subscript<Payload>(
    case keyPath: CaseKeyPath<Value, Payload>,
    fileID fileID: StaticString = #fileID, filePath filePath: StaticString = #filePath,
    line line: UInt = #line, column column: UInt = #column
  ) -> Payload? {
    get { value?[case: keyPath] }
    set {
      let path = AnyCasePath(keyPath)
      let isOfCase = value.flatMap(path.extract) != nil
      guard let newValue else {
        if isOfCase { wrappedValue = nil }
        return
      }
      guard isOfCase else {
        return reportMisuse(
          """
          The payload of a presented case was to be changed, but \
          \(value.map { "another case is presented: '\(ActionLabel.of($0))'" } ?? "nothing is").

          '[case:]' was given a path to '\(String(reflecting: Payload.self))', so it changed \
          nothing. To present the case, assign it.
          """,
          at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
      }
      let before = childIdentity()
      value = path.embed(newValue)
      didChangeInPlace(from: before)
    }
  }
}
