#if Macros
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
      // A conformance that the author wrote, `struct Feature: Reducer`, is not added again.
      let isAsked = { (name: String) in protocols.contains(name) }
      let names: [String]
      if let declaration = declaration.as(EnumDeclSyntax.self) {
        names = ["CaseReducer", "CaseScoping", "Reducer"].filter {
          isAsked($0) && ($0 != "CaseScoping" || CaseScopeExpansion.isScoping(declaration))
        }
      } else if let declaration = declaration.as(StructDeclSyntax.self) {
        names = ["Reducer"].filter(isAsked) + declaration.sendability.filter(isAsked)
      } else {
        return []
      }
      guard !names.isEmpty, !declaration.diagnoseHidden(by: node, in: context) else { return [] }
      let conformances = names.map { $0 == "Sendable" ? "Swift.Sendable" : "Headrace.\($0)" }
        .joined(separator: ", ")
      return [try ExtensionDeclSyntax("extension \(type.trimmed): \(raw: conformances) {}")]
    }
  }

  extension ReducerMacro: MemberAttributeMacro {
    static func expansion(
      of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
      providingAttributesFor member: some DeclSyntaxProtocol,
      in context: some MacroExpansionContext
    ) throws -> [AttributeSyntax] {
      if let property = member.as(VariableDeclSyntax.self), property.identifier == "body",
        !property.hasAttribute("ReducerBuilder"), property.hasGetter
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
        return CaseReducerExpansion(
          declaration, attribute: node, isScoping: protocols.contains("CaseScoping"), in: context
        ).members
      }
      guard let declaration = declaration.as(StructDeclSyntax.self) else {
        context.diagnose(
          declaration.introducer, "'@Reducer' needs a struct, or an enum of reducers.")
        return []
      }
      let hasBehaviorElsewhere = !declaration.isReducer(asked: protocols)
      ReducerDiagnosis(
        declaration, access: declaration.memberAccess(in: context),
        hasBehaviorElsewhere: hasBehaviorElsewhere
      )
      .diagnose(in: context)
      return missingMembers(
        of: declaration, access: declaration.memberAccess(in: context),
        hasBehaviorElsewhere: hasBehaviorElsewhere, in: context)
    }

    /// Returns the members that an author may omit: empty state, no actions, no behaviour.
    ///
    /// Members that the behaviour uses are in an extension.
    private static func missingMembers(
      of declaration: StructDeclSyntax, access: String, hasBehaviorElsewhere: Bool,
      in context: some MacroExpansionContext
    ) -> [DeclSyntax] {
      var members: [DeclSyntax] = []
      let types = BehaviorTypes(of: declaration, in: context)
      let behavior = BehaviorReading(declaration)
      if !declaration.declaresType("State") {
        if let state = types.state {
          members.append("\(raw: access)typealias State = \(raw: state)")
        } else if !behavior.usesState {
          members.append(
            """
            \(raw: access)struct State: \
            Swift.Equatable, Swift.Hashable, Swift.Sendable, Swift.Codable {
              \(raw: access)init() {}
            }
            """)
        }
      }
      if !declaration.declaresType("Action") {
        if let action = types.action {
          members.append("\(raw: access)typealias Action = \(raw: action)")
        } else if !behavior.usesActions {
          members.append(
            """
            @Headrace.CasePathable \(raw: access)enum Action: \
            Swift.Equatable, Swift.Hashable, Swift.Sendable {}
            """)
        }
      }
      if !declaration.hasProperty("body"), declaration.methods("reduce").isEmpty,
        !hasBehaviorElsewhere
      {
        members.append(
          "\(raw: access)var body: Headrace.EmptyReducer<State, Action> { Headrace.EmptyReducer() }"
        )
      }
      return members
    }
  }

  extension [TypeSyntax] {
    /// Returns `true` if a protocol with a name is among them.
    fileprivate func contains(_ name: String) -> Bool {
      contains { $0.trimmedDescription.split(separator: ".").last ?? "" == name }
    }
  }

  extension StructDeclSyntax {
    /// Returns `true` if the struct is declared to be a reducer, or the macro has to declare it.
    ///
    /// Otherwise an extension declares it, and contains the behaviour.
    fileprivate func isReducer(asked protocols: [TypeSyntax]) -> Bool {
      (protocols + (inheritanceClause?.inheritedTypes.map(\.type) ?? []))
        .contains { $0.lastName == "Reducer" }
    }

    /// `Sendable`, for a `public` or `package` feature that stores only dependencies.
    ///
    /// For other types the compiler infers it.
    fileprivate var sendability: [String] {
      let isSeenOutside = modifiers.contains { modifier in
        [.keyword(.public), .keyword(.package)].contains(modifier.name.tokenKind)
      }
      let stored = conditionalMembers { member in
        member.as(VariableDeclSyntax.self).map { $0.hasGetter || $0.isStatic ? [] : [$0] } ?? []
      }
      let isSendable =
        isSeenOutside && genericParameterClause == nil
        && stored.all.allSatisfy { $0.hasAttribute("Dependency") }
      return isSendable ? ["Sendable"] : []
    }
  }

  extension VariableDeclSyntax {
    /// True if it has a getter, so that it may be written as a block.
    fileprivate var hasGetter: Bool {
      guard bindings.count == 1, let block = bindings.first?.accessorBlock else { return false }
      switch block.accessors {
      case .getter: return true
      case .accessors(let accessors):
        return accessors.contains { $0.accessorSpecifier.tokenKind == .keyword(.get) }
      }
    }

    var isStatic: Bool {
      modifiers.contains { $0.name.tokenKind == .keyword(.static) }
    }
  }

  /// Marks a case whose payload is the state of a question.
  struct ReducerCaseEphemeralMacro: PeerMacro {
    static func expansion(
      of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
      in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
      node.diagnoseMisplacedMark(on: declaration, in: context)
      return []
    }
  }

  /// Marks a case whose payload is state without a reducer.
  struct ReducerCaseIgnoredMacro: PeerMacro {
    static func expansion(
      of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
      in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
      node.diagnoseMisplacedMark(on: declaration, in: context)
      return []
    }
  }

  extension AttributeSyntax {
    fileprivate func diagnoseMisplacedMark(
      on declaration: some DeclSyntaxProtocol, in context: some MacroExpansionContext
    ) {
      let surrounding = context.lexicalContext.first?.as(EnumDeclSyntax.self)
      guard !declaration.is(EnumCaseDeclSyntax.self) || surrounding?.hasAttribute("Reducer") != true
      else { return }
      context.diagnose(self, "'@\(baseName)' marks a case of an enum with '@Reducer'.")
    }
  }
#endif
