#if Macros
  import Testing

  /// Files that Swift 6.3 could not compile.
  @Suite struct EnumShapeTests {
    @Test func severalEnumsOfReducersCompileInOneFileAndInANamespace() throws {
      #expect(EnumShapes.files.count == 40)
      let answers = try Compiler.checkTypes(in: EnumShapes.files, isWhole: false)
      #expect(answers.isAccepted, "\(answers.text)")
    }
  }
#endif
