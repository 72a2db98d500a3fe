#if Macros
  import TestEffort
  import Testing

  /// Files that Swift 6.3 could not compile.
  @Suite struct EnumShapeTests {
    @Test func severalEnumsOfReducersCompileInOneFileAndInANamespace() throws {
      #expect(EnumShapes.files.count == 40)
      // The short form has every thirteenth, each with another count and style.
      let files = EnumShapes.files.filter { name, _ in
        !Effort.isShort || (Int(name.dropFirst("Shape".count)) ?? 0) % 13 == 0
      }
      let answers = try Compiler.checkTypes(in: files, isWhole: false)
      #expect(answers.isAccepted, "\(answers.text)")
    }
  }
#endif
