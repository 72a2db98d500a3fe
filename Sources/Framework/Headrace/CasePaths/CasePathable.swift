/// An enum whose cases can be named by key paths: `\Action.child`.
///
/// `@CasePathable` generates the conformance.
public protocol CasePathable: SendableMetatype {
  /// A type with one property of type ``AnyCasePath`` for each case, with the case's name.
  associatedtype AllCasePaths

  /// The paths to all cases.
  static var allCasePaths: AllCasePaths { get }
}

/// A key path to the payload of a case.
public typealias CaseKeyPath<Root, Value> = KeyPath<Case<Root>, Case<Value>>

/// A key path to the payload of a case, whatever its type.
public typealias PartialCaseKeyPath<Root> = PartialKeyPath<Case<Root>>

extension CasePathable {
  /// The beginning of a key path to a case, for code whose context does not determine the enum:
  /// `\Action.Cases.child`.
  public typealias Cases = Case<Self>

  /// The payload of a case, if the value is of that case.
  ///
  /// Setting a payload changes a value of that case. If the value is of another case, it does not
  /// change and the misuse is reported; assign the case itself instead. Setting `nil` changes
  /// nothing.
  @inlinable
  public subscript<Value>(
    case keyPath: CaseKeyPath<Self, Value>,
    fileID fileID: StaticString = #fileID, filePath filePath: StaticString = #filePath,
    line line: UInt = #line, column column: UInt = #column
  ) -> Value? {
    get { AnyCasePath(keyPath).extract(self) }
    set {
      guard let newValue else { return }
      guard AnyCasePath(keyPath).modifyInPlace(&self, { $0 = newValue }) == nil else { return }
      reportOtherCase(
        Value.self, setBy: "'[case:]' was given",
        at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
    }
  }

  /// The payload of a case, if the value is of that case, as a property with the case's name.
  ///
  /// This is for enums that are also `@dynamicMemberLookup`, as the state of a `@Reducer` is:
  /// `state.login?.email`.
  @inlinable
  public subscript<Value>(
    dynamicMember keyPath: KeyPath<AllCasePaths, AnyCasePath<Self, Value>>
  ) -> Value? {
    Self.allCasePaths[keyPath: keyPath].extract(self)
  }

  /// Returns true if the value is of a case.
  ///
  /// - Parameter keyPath: The case; it may lead through several enums.
  @inlinable
  public func `is`(_ keyPath: PartialCaseKeyPath<Self>) -> Bool {
    (Case<Self>()[keyPath: keyPath] as? any AnyCase)?.matches(self) ?? false
  }

  /// Changes the payload of a case in place, if the value is of that case.
  ///
  /// - Parameters:
  ///   - keyPath: The case.
  ///   - body: Changes the payload.
  ///   - fileID: The caller's module and file, for the report.
  ///   - filePath: The caller's file, for the report.
  ///   - line: The caller's line, for the report.
  ///   - column: The caller's column, for the report.
  public mutating func modify<Value>(
    _ keyPath: CaseKeyPath<Self, Value>, _ body: (inout Value) -> Void,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    guard AnyCasePath(keyPath).modifyInPlace(&self, body) == nil else { return }
    reportOtherCase(
      Value.self, setBy: "'modify' received",
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  @usableFromInline
  func reportOtherCase<Value>(_ payload: Value.Type, setBy verb: String, at site: CallSite) {
    reportMisuse(
      """
      Tried to change the payload of a case, but the value is of another case: \
      '\(ActionLabel.of(self))'.

      \(verb) a path to '\(String(reflecting: Value.self))' and a value without it, so it changed \
      nothing. Check 'is(_:)' first, or set the case.
      """, at: site)
  }
}

extension KeyPath {
  /// Embeds a payload in the case that this key path leads to.
  @inlinable
  public func callAsFunction<Enum, Payload>(_ payload: Payload) -> Enum
  where Root == Case<Enum>, Value == Case<Payload> {
    AnyCasePath(self).embed(payload)
  }

  /// Creates the case without a payload that this key path leads to.
  @inlinable
  public func callAsFunction<Enum>() -> Enum where Root == Case<Enum>, Value == Case<Void> {
    AnyCasePath(self).embed(())
  }
}
