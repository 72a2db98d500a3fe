#if os(Linux)
  import Synchronization
  import Testing

  /// Returns a number for the argument of the running parameterized test, so that each argument has
  /// separate dependency values.
  ///
  /// `CThreadSlots` calls it if it is linked; a program is not linked to Testing.
  @_cdecl("headrace_test_argument_number")
  public func headraceTestArgumentNumber() -> Int {
    guard let test = Test.current, let testCase = Test.Case.current, testCase.isParameterized else {
      return 0
    }
    return TestArguments.shared.number(of: testCase, in: test)
  }

  /// The numbers of all arguments that have run.
  private final class TestArguments: Sendable {
    static let shared = TestArguments()

    private struct Name: Hashable {
      let test: Test.ID
      let arguments: [[UInt8]]
      /// A number that distinguishes equal arguments.
      let discriminator: Int
    }

    private let numbers = Mutex<[Name: Int]>([:])

    func number(of testCase: Test.Case, in test: Test) -> Int {
      guard let name = name(of: testCase, in: test) else { return 0 }
      return numbers.withLock { numbers in
        let number = numbers[name] ?? numbers.count + 1
        numbers[name] = number
        return number
      }
    }

    /// Testing identifies a case by its arguments, but exposes the identity only to its own tools.
    ///
    /// If that changes, all arguments of a test will share their values, and one of our tests will
    /// fail.
    private func name(of testCase: Test.Case, in test: Test) -> Name? {
      let kind = Mirror(reflecting: testCase).descendant("_kind", "parameterized")
      guard let kind else { return nil }
      let parts = Mirror(reflecting: kind)
      guard let arguments = parts.descendant("arguments"),
        let discriminator = parts.descendant("discriminator") as? Int
      else { return nil }
      let ids = Mirror(reflecting: arguments).children.compactMap { argument in
        Mirror(reflecting: argument.value).descendant("id", "bytes") as? [UInt8]
      }
      return Name(test: test.id, arguments: ids, discriminator: discriminator)
    }
  }
#endif
