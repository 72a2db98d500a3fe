#if Macros
  import Testing

  /// The compiler's errors for mistakes of an author: the right line, and the remedy.
  @Suite struct AnswerTests {
    /// One run of the compiler for all of them.
    private static let answers = Result {
      try Compiler.checkTypes(
        in: Dictionary(uniqueKeysWithValues: Answer.all.map { ($0.name, $0.code) }))
    }

    @Test(arguments: Answer.all)
    func theCompilerSays(answer: Answer) throws {
      let answers = try Self.answers.get()
      #expect(answers.byFile[answer.name] ?? [] == answer.says, "\(answers.text)")
    }

    /// The code of each mistake, with its remedies applied.
    private static let mended = Result {
      try Compiler.checkTypes(
        in: Dictionary(
          uniqueKeysWithValues: Answer.all.compactMap { answer in
            answer.mended.map { (answer.name, $0) }
          }))
    }

    @Test(arguments: Answer.all.filter { $0.mended != nil })
    func theRemedyCompiles(answer: Answer) throws {
      let answers = try Self.mended.get()
      #expect(answer.mended != answer.code)
      #expect(answers.byFile[answer.name] == nil, "\(answers.text)")
    }

    @Test func theCompilerAcceptsAllRemedies() throws {
      let answers = try Self.mended.get()
      #expect(answers.isAccepted, "\(answers.text)")
    }

    /// An extension must be at the top of its file.
    private static let extended = Result {
      try Compiler.checkTypes(
        in: Dictionary(uniqueKeysWithValues: Answer.extended.map { ($0.name, $0.code) }),
        isWhole: false)
    }

    @Test(arguments: Answer.extended)
    func theCompilerSaysOfExtensions(answer: Answer) throws {
      let answers = try Self.extended.get()
      #expect(answers.byFile[answer.name] ?? [] == answer.says, "\(answers.text)")
    }
  }
#endif
