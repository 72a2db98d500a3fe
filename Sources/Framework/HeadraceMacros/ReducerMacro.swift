#if Macros
  import SwiftDiagnostics
  import SwiftSyntax
  import SwiftSyntaxBuilder
  import SwiftSyntaxMacros

  /// Makes a struct a reducer, or an enum a reducer with a child for each case.
  struct ReducerMacro {}

  extension ReducerMacro: ExtensionMacro {
    static func expansion(
      of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
      providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
      in context: some MacroExpansionContext
    ) throws -> [ExtensionDeclSyntax] {
      guard declaration.is(StructDeclSyntax.self) || declaration.is(EnumDeclSyntax.self) else {
        return []
      }
      let conformance =
        declaration.is(EnumDeclSyntax.self) ? "CaseReducer, Headrace.Reducer" : "Reducer"
      return [
        try ExtensionDeclSyntax(
          "extension \(type.trimmed): Headrace.\(raw: conformance) {}")
      ]
    }
  }

  extension ReducerMacro: MemberAttributeMacro {
    static func expansion(
      of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
      providingAttributesFor member: some DeclSyntaxProtocol,
      in context: some MacroExpansionContext
    ) throws -> [AttributeSyntax] {
      if let property = member.as(VariableDeclSyntax.self), property.identifier == "body",
        !property.hasAttribute("ReducerBuilder")
      {
        return ["@Headrace.ReducerBuilder<Self.State, Self.Action>"]
      }
      guard let nested = member.as(EnumDeclSyntax.self),
        ["State", "Action"].contains(nested.name.text)
      else { return [] }
      var attributes: [AttributeSyntax] = []
      if !nested.hasAttribute("CasePathable") { attributes.append("@Headrace.CasePathable") }
      if nested.name.text == "State", !nested.hasAttribute("dynamicMemberLookup") {
        attributes.append("@dynamicMemberLookup")
      }
      return attributes
    }
  }

  extension ReducerMacro: MemberMacro {
    static func expansion(
      of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
      conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
      if let declaration = declaration.as(EnumDeclSyntax.self) {
        return CaseReducerExpansion(declaration, attribute: node).members
      }
      guard declaration.is(StructDeclSyntax.self) else {
        context.diagnose(
          Diagnostic(
            node: declaration.introducer,
            message: MacroMessage("'@Reducer' needs a struct, or an enum of reducers.")))
        return []
      }
      return missingMembers(of: declaration)
    }

    /// What an author may leave out: empty state, no actions, no behaviour.
    private static func missingMembers(of declaration: some DeclGroupSyntax) -> [DeclSyntax] {
      let access = declaration.memberAccess
      var members: [DeclSyntax] = []
      if declaration.nestedType("State") == nil {
        members.append(
          """
          \(raw: access)struct State: Swift.Equatable, Swift.Hashable, Swift.Sendable {
            \(raw: access)init() {}
          }
          """)
      }
      if declaration.nestedType("Action") == nil {
        members.append(
          "@Headrace.CasePathable \(raw: access)enum Action: Swift.Equatable, Swift.Sendable {}")
      }
      if !declaration.hasProperty("body"), !declaration.hasMethod("reduce") {
        members.append(
          "\(raw: access)var body: Headrace.EmptyReducer<State, Action> { Headrace.EmptyReducer() }"
        )
      }
      return members
    }
  }

  /// Marks a case whose payload is the state of a question.
  struct ReducerCaseEphemeralMacro: PeerMacro {
    static func expansion(
      of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
      in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] { [] }
  }

  /// Marks a case whose payload is state without a reducer.
  struct ReducerCaseIgnoredMacro: PeerMacro {
    static func expansion(
      of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
      in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] { [] }
  }
#endif
