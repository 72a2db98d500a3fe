extension Optional: CasePathable {
  /// The case paths of an optional: its own and those of its value, as in `\.child.name`.
  @dynamicMemberLookup
  public struct AllCasePaths: Sendable {
    /// The path to the absence of a value.
    public var none: AnyCasePath<Wrapped?, Void> {
      AnyCasePath(embed: { .none }, extract: { $0 == nil ? () : nil })
    }

    /// The path to the value.
    public var some: AnyCasePath<Wrapped?, Wrapped> {
      AnyCasePath(embed: { .some($0) }, extract: { $0 })
    }

    /// The path to a case of the value, if there is one.
    public subscript<Part>(
      dynamicMember keyPath: KeyPath<Wrapped.AllCasePaths, AnyCasePath<Wrapped, Part>>
    ) -> AnyCasePath<Wrapped?, Part> where Wrapped: CasePathable {
      let path = Wrapped.allCasePaths[keyPath: keyPath]
      return AnyCasePath(
        embed: { .some(path.embed($0)) }, extract: { $0.flatMap(path.extract) },
        property: path.property)
    }
  }

  /// The case paths of an optional.
  public static var allCasePaths: AllCasePaths { AllCasePaths() }
}

extension Result: CasePathable {
  /// The case paths of a result.
  public struct AllCasePaths: Sendable {
    /// The path to the value.
    public var success: AnyCasePath<Result, Success> {
      AnyCasePath(
        embed: { .success($0) },
        extract: { result in if case .success(let value) = result { value } else { nil } })
    }

    /// The path to the error.
    public var failure: AnyCasePath<Result, Failure> {
      AnyCasePath(
        embed: { .failure($0) },
        extract: { result in if case .failure(let error) = result { error } else { nil } })
    }
  }

  /// The case paths of a result.
  public static var allCasePaths: AllCasePaths { AllCasePaths() }
}
