import EthereumPrimitives
import Testing

struct ABITypeTests {
  /// Users type signatures as in Solidity; a signature that is hashed has no synonyms.
  @Test func synonymsAreTakenWherePeopleType() throws {
    #expect(try ABIType(typed: "(uint,int[])[2]").description == "(uint256,int256[])[2]")
    #expect(try ABISignature(typed: "f(uint,int8)").description == "f(uint256,int8)")
    #expect(try ABISignature(typed: "f(uint)") == ABISignature("f(uint256)"))
    #expect(throws: ABITypeError.self) { try ABISignature("f(uint)") }
    #expect(throws: ABITypeError.self) { try ABIType(typed: "uint08") }
    #expect(throws: ABITypeError.self) { try ABIType(typed: "uints") }
  }

  @Test func everyElementaryTypeComesBackAsItWasWritten() throws {
    for bits in stride(from: 8, through: 256, by: 8) {
      #expect(try ABIType("uint\(bits)").kind == .uint(bits: bits))
      #expect(try ABIType("int\(bits)").kind == .int(bits: bits))
    }
    for count in 1...32 {
      #expect(try ABIType("bytes\(count)").kind == .fixedBytes(count: count))
    }
    #expect(try ABIType("uint256") == .uint256)
    #expect(try ABIType("address") == .address)
    #expect(try ABIType("bool") == .bool)
    #expect(try ABIType("bytes32") == .bytes32)
    #expect(try ABIType("bytes").kind == .bytes)
    #expect(try ABIType("string") == .string)
  }

  @Test(arguments: [
    "int8", "uint256[]", "bytes3[2]", "uint8[0]", "()", "(address)",
    "(uint8,(string,bool)[3])[][4]",
    "((),bytes)", "uint256[134217727]", "string[0][5]",
  ])
  func aTypeIsDescribedByItsCanonicalText(text: String) throws {
    #expect(try ABIType(text).description == text)
    #expect(try ABISignature("f(\(text),bool)").description == "f(\(text),bool)")
  }

  @Test func bracketsBindToThePrecedingItem() throws {
    let byte = try ABIType("uint8")
    let list = try ABIType("uint8[]")
    #expect(list.kind == .list(byte))
    #expect(try ABIType("uint8[][7]").kind == .array(list, count: 7))
    #expect(try ABIType("(uint8,uint8[])").kind == .tuple([byte, list]))
  }

  /// The definition's five lines, each with its static types.
  @Test(arguments: [
    ("bytes", true), ("string", true), ("bytes1", false), ("uint8", false),
    ("uint8[]", true), ("()", false), ("uint8[0]", false), ("uint8[3]", false),
    ("string[3]", true), ("string[0]", true), ("uint8[][3]", true),
    ("(bool,string)", true), ("(bool,address)", false), ("(bool,(uint8,bytes))", true),
  ])
  func aTypeIsDynamicAsTheSpecificationDefines(text: String, isDynamic: Bool) throws {
    #expect(try ABIType(text).isDynamic == isDynamic)
  }

  @Test(arguments: ["transfer", "_", "$x", "A9"])
  func aSignatureHasTheNameAndTheTypes(name: String) throws {
    let signature = try ABISignature("\(name)(address,uint256)")
    #expect(signature.name == name)
    #expect(signature.inputs == [.address, .uint256])
    #expect(try ABISignature("\(name)()").inputs == [])
  }

  private static let kinds =
    "uint<M>, int<M>, address, bool, bytes<M>, bytes, string or a tuple"

  @Test(
    arguments: [
      ("", .unknownType(position: 0, found: ""), "expected \(kinds), found ''"),
      (
        "Address", .unknownType(position: 0, found: "Address"), "expected \(kinds), found 'Address'"
      ),
      (
        "(bool,fixed128x18)", .unknownType(position: 6, found: "fixed128x18"),
        "expected \(kinds), found 'fixed128x18'"
      ),
      (
        "address1", .unknownType(position: 0, found: "address1"),
        "expected \(kinds), found 'address1'"
      ),
      ("(bool,)", .unknownType(position: 6, found: ""), "expected \(kinds), found ''"),
      (
        "uint", .notCanonical(position: 0, found: "uint", canonical: "uint256"),
        "expected 'uint256', found its synonym 'uint'"
      ),
      (
        "(int[])", .notCanonical(position: 1, found: "int", canonical: "int256"),
        "expected 'int256', found its synonym 'int'"
      ),
      ("uint257", .wrongSize(position: 0, found: "uint257"), size("uint257")),
      ("uint264", .wrongSize(position: 0, found: "uint264"), size("uint264")),
      ("uint0", .wrongSize(position: 0, found: "uint0"), size("uint0")),
      ("int7", .wrongSize(position: 0, found: "int7"), size("int7")),
      ("uint08", .wrongSize(position: 0, found: "uint08"), size("uint08")),
      ("int8x", .wrongSize(position: 0, found: "int8x"), size("int8x")),
      (
        "uint99999999999999999999", .wrongSize(position: 0, found: "uint99999999999999999999"),
        size("uint99999999999999999999")
      ),
      (
        "bytes33", .wrongSize(position: 0, found: "bytes33"),
        "expected bytes<M> with M from 1 to 32, found 'bytes33'"
      ),
      (
        "bytes0", .wrongSize(position: 0, found: "bytes0"),
        "expected bytes<M> with M from 1 to 32, found 'bytes0'"
      ),
      (
        "uint8[03]", .wrongCount(position: 6, found: "03"),
        "expected a count below 2^63 without leading zeros, found '03'"
      ),
      (
        "uint8[9223372036854775808]", .wrongCount(position: 6, found: "9223372036854775808"),
        "expected a count below 2^63 without leading zeros, found '9223372036854775808'"
      ),
      (
        "uint8[k]", .wrongCount(position: 6, found: "k"),
        "expected a count below 2^63 without leading zeros, found 'k'"
      ),
      (
        "uint8[-1]", .unexpected(position: 6, expected: "']' or a count", found: "-"),
        "expected ']' or a count, found '-'"
      ),
      (
        "uint8[1", .unexpected(position: 7, expected: "']'", found: nil),
        "expected ']', found the end"
      ),
      (
        "bool ", .unexpected(position: 4, expected: "the end", found: " "),
        "expected the end, found ' '"
      ),
      (
        "bool\u{1b}[0m", .unexpected(position: 4, expected: "the end", found: "\\u{1B}"),
        "expected the end, found '\\u{1B}'"
      ),
      (
        "bool)", .unexpected(position: 4, expected: "the end", found: ")"),
        "expected the end, found ')'"
      ),
      (
        "(bool", .unexpected(position: 5, expected: "',' or ')'", found: nil),
        "expected ',' or ')', found the end"
      ),
      (
        "(bool→)", .unexpected(position: 5, expected: "',' or ')'", found: "→"),
        "expected ',' or ')', found '→'"
      ),
      (
        "()[2]", .emptyElement(position: 2),
        "expected an array of elements that have bytes"
      ),
      (
        "uint8[0][]", .emptyElement(position: 8),
        "expected an array of elements that have bytes"
      ),
      (
        "uint256[134217728]", .tooLarge(position: 7),
        "expected a type of less than 2^32 bytes"
      ),
      (
        "(uint256[134217727],bool)", .tooLarge(position: 0),
        "expected a type of less than 2^32 bytes"
      ),
    ] as [(String, ABITypeError, String)])
  func aRefusedTypeSaysWhereAndWhy(text: String, error: ABITypeError, reason: String) {
    #expect(throws: error) { try ABIType(text) }
    #expect(error.description.hasPrefix("ABI type at position "))
    #expect(error.description.hasSuffix(": " + reason))
  }

  @Test(
    arguments: [
      ("", .unexpected(position: 0, expected: "a name", found: nil)),
      ("(address)", .unexpected(position: 0, expected: "a name", found: "(")),
      ("9f()", .unexpected(position: 0, expected: "a name", found: "9")),
      ("transfer", .unexpected(position: 8, expected: "'('", found: nil)),
      ("transfer (address)", .unexpected(position: 8, expected: "'('", found: " ")),
      ("transfer(address, uint256)", .unknownType(position: 17, found: "")),
      ("f(uint256 amount)", .unexpected(position: 9, expected: "',' or ')'", found: " ")),
      ("f(bool)[]", .unexpected(position: 7, expected: "the end", found: "[")),
    ] as [(String, ABITypeError)])
  func aRefusedSignatureSaysWhere(text: String, error: ABITypeError) {
    #expect(throws: error) { try ABISignature(text) }
  }

  @Test func typesAreReadDownToTheDeepestAndNoFurther() throws {
    func tuples(_ depth: Int, _ rest: String = "") -> String {
      String(repeating: "(", count: depth) + "bool" + String(repeating: ")", count: depth) + rest
    }
    let limit = ABI.depthMax
    for brackets in 0...limit {
      let text = tuples(limit - brackets, String(repeating: "[]", count: brackets))
      #expect(try ABIType(text).description == text)
      #expect(throws: ABITypeError.self) { try ABIType(text + "[]") }
      #expect(throws: ABITypeError.self) { try ABIType("(\(text))") }
    }
    #expect(throws: ABITypeError.tooDeep(position: limit)) { try ABIType(tuples(limit + 1)) }
    #expect(
      ABITypeError.tooDeep(position: 3).description
        == "ABI type at position 3: expected arrays and tuples nested at most 32 deep")
  }

  @Test func aMillionBracketsAreRefusedWithoutExhaustingTheStack() {
    #expect(throws: ABITypeError.tooDeep(position: 32)) {
      try ABIType(String(repeating: "(", count: 1_000_000))
    }
    #expect(throws: ABITypeError.tooDeep(position: 68)) {
      try ABIType("bool" + String(repeating: "[]", count: 1_000_000))
    }
  }

  private static func size(_ found: String) -> String {
    "expected M from 8 to 256 in steps of 8, found '\(found)'"
  }
}
