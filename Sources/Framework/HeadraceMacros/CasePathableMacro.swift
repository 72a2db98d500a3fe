#if Macros
  import SwiftDiagnostics
  import SwiftSyntax
  import SwiftSyntaxBuilder
  import SwiftSyntaxMacros

  /// Writes `AllCasePaths`, with a case path for each case of an enum.
  struct CasePathableMacro {}

  extension CasePathableMacro: ExtensionMacro {
    static func expansion(
      of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
      providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
      in context: some MacroExpansionContext
    ) throws -> [ExtensionDeclSyntax] {
      guard let declaration = declaration.as(EnumDeclSyntax.self), !protocols.isEmpty,
        declaration.overloads.isEmpty, !declaration.diagnoseHidden(by: node, in: context)
      else { return [] }
      return [
        try ExtensionDeclSyntax("extension \(type.trimmed): Headrace.CasePathable {}")
      ]
    }
  }

  extension CasePathableMacro: MemberAttributeMacro {
    /// Marks the groups of an action, such as `enum View` in `enum Action`, so that authors need
    /// not.
    static func expansion(
      of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
      providingAttributesFor member: some DeclSyntaxProtocol,
      in context: some MacroExpansionContext
    ) throws -> [AttributeSyntax] {
      guard let group = member.as(EnumDeclSyntax.self), !group.hasAttribute("CasePathable"),
        isInAction(declaration, in: context), group.canBeGroup
      else { return [] }
      return ["@Headrace.CasePathableGroup"]
    }

    private static func isInAction(
      _ declaration: some DeclGroupSyntax, in context: some MacroExpansionContext
    ) -> Bool {
      declaration.as(EnumDeclSyntax.self)?.name.text == "Action"
        || context.lexicalContext.contains { $0.as(EnumDeclSyntax.self)?.name.text == "Action" }
    }
  }

  extension EnumDeclSyntax {
    /// True if case paths can be written for this enum without a diagnostic.
    fileprivate var canBeGroup: Bool {
      let isPrivate = modifiers.contains { $0.name.tokenKind == .keyword(.private) }
      return !isPrivate && !caseElements.isEmpty && overloads.isEmpty
        && !hasAttribute("Reducer") && nestedType("AllCasePaths") == nil
    }
  }

  extension CasePathableMacro: MemberMacro {
    static func expansion(
      of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
      conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
      guard let declaration = declaration.as(EnumDeclSyntax.self) else {
        diagnoseNoEnum(node, on: declaration, in: context)
        return []
      }
      guard !diagnoseOverloads(of: declaration, in: context) else { return [] }
      return members(of: declaration, access: declaration.memberAccess(in: context))
    }

    /// Returns the members that an enum needs to be case-pathable, in addition to the conformance.
    static func members(of declaration: EnumDeclSyntax, access: String) -> [DeclSyntax] {
      let root = declaration.name.trimmed
      let properties = declaration.conditionalCases.compactMap { element in
        property(for: element, root: root, access: access)
      }
      let protocols = declaration.isIterable ? "Headrace.CasePathReflectable, Swift.Sequence, " : ""
      let lines = properties.lines + reflection(of: declaration, access: access)
      return [
        """
        \(raw: access)struct AllCasePaths: \(raw: protocols)Swift.Sendable {
        \(raw: lines.joined(separator: "\n"))
        }
        """,
        "\(raw: access)static var allCasePaths: AllCasePaths { AllCasePaths() }",
      ] + change(in: declaration, access: access)
    }

    /// Returns the members that list a `CasePathIterable` enum's case paths and find them by
    /// values.
    private static func reflection(of declaration: EnumDeclSyntax, access: String) -> [String] {
      guard declaration.isIterable else { return [] }
      let root = declaration.name.trimmed
      let path = "Headrace.PartialCaseKeyPath<\(root)>"
      let names = declaration.conditionalCases.compactMap { $0.name.trimmed.text }
      let cases = names.compactMap { "    case .\($0): return \\.\($0)" }.lines
      let steps = names.compactMap { "    paths.append(\\.\($0))" }.lines
      let keyword = steps.isEmpty ? "let" : "var"
      return [
        """
          \(access)subscript(root: \(root)) -> \(path) {
            switch root {
        \(cases.joined(separator: "\n"))
            }
          }
          \(access)func makeIterator() -> Swift.IndexingIterator<[\(path)]> {
            \(keyword) paths: [\(path)] = []
        \(steps.joined(separator: "\n"))
            return paths.makeIterator()
          }
        """
      ]
    }

    /// Returns the member that a `BindableAction` needs in addition to its case.
    private static func change(in declaration: EnumDeclSyntax, access: String) -> [DeclSyntax] {
      guard !declaration.hasProperty("binding"),
        let element = declaration.caseElements.first(where: { $0.name.text == "binding" }),
        let parameters = element.parameterClause?.parameters, parameters.count == 1,
        let type = parameters.first?.type.trimmedDescription,
        ["BindingAction<", "Headrace.BindingAction<"].contains(where: type.hasPrefix)
      else { return [] }
      return [
        """
        \(raw: access)var binding: \(raw: type)? {
          guard case .binding(let action) = self else { return nil }
          return action
        }
        """
      ]
    }

    private static func diagnoseNoEnum(
      _ node: AttributeSyntax, on declaration: some DeclGroupSyntax,
      in context: some MacroExpansionContext
    ) {
      var bare = declaration
      bare.attributes = declaration.attributes.filter { element in
        element.as(AttributeSyntax.self)?.baseName != "CasePathable"
      }
      bare.leadingTrivia = declaration.leadingTrivia
      context.diagnose(
        declaration.introducer, "'@CasePathable' needs an enum.",
        fixIts: [.replace(declaration, with: bare, "Remove '@CasePathable'")])
    }

    /// Reports overloaded cases, because key paths identify a case only by its base name.
    private static func diagnoseOverloads(
      of declaration: EnumDeclSyntax, in context: some MacroExpansionContext
    ) -> Bool {
      for element in declaration.overloads {
        context.diagnose(
          element.name,
          """
          '@CasePathable' makes one key path for each name, and '\(element.name.text)' is the name \
          of several cases.
          """)
      }
      return !declaration.overloads.isEmpty
    }

    private static func property(
      for element: EnumCaseElementSyntax, root: TokenSyntax, access: String
    ) -> String {
      let name = element.name.trimmed.text
      let parameters = element.parameterClause.map { Array($0.parameters) } ?? []
      let labels = parameters.map { parameter in
        parameter.firstName.flatMap { $0.tokenKind == .wildcard ? nil : $0.trimmed.text }
      }
      let bindings = parameters.indices.map { "value\($0)" }
      let payload: String
      let embed: String
      let extract: String
      switch parameters.count {
      case 0:
        payload = "Swift.Void"
        embed = "{ \(root).\(name) }"
        extract = "guard case .\(name) = root else { return nil }\n        return ()"
      case 1:
        payload = parameters[0].type.payload(of: root)
        embed = "\(root).\(name)" + (labels[0].map { "(\($0):)" } ?? "")
        extract =
          "guard case .\(name)(let value0) = root else { return nil }\n        return value0"
      default:
        let types = zip(labels, parameters).map { label, parameter in
          (label.map { "\($0): " } ?? "") + parameter.type.payload(of: root)
        }
        let arguments = zip(labels, parameters.indices).map { label, index in
          (label.map { "\($0): " } ?? "") + "$0.\(index)"
        }
        payload = "(\(types.joined(separator: ", ")))"
        embed = "{ \(root).\(name)(\(arguments.joined(separator: ", "))) }"
        extract = """
          guard case .\(name)(\(bindings.map { "let \($0)" }.joined(separator: ", "))) = root
                  else { return nil }
                  return (\(bindings.joined(separator: ", ")))
          """
      }
      return """
          \(access)var \(name): Headrace.AnyCasePath<\(root), \(payload)> {
            Headrace.AnyCasePath<\(root), \(payload)>(
              embed: \(embed),
              extract: { root in
                \(extract)
              })
          }
        """
    }
  }

  extension TypeSyntax {
    /// Returns the type as written inside `AllCasePaths`, where `Self` is another type.
    fileprivate func payload(of root: TokenSyntax) -> String {
      PayloadRewriter(root).rewrite(Syntax(trimmed)).trimmedDescription
    }
  }

  private final class PayloadRewriter: SyntaxRewriter {
    private let root: TokenSyntax

    init(_ root: TokenSyntax) {
      self.root = root
      super.init(viewMode: .sourceAccurate)
    }

    override func visit(_ token: TokenSyntax) -> TokenSyntax {
      guard token.tokenKind == .keyword(.Self) else { return token }
      return root.with(\.leadingTrivia, token.leadingTrivia)
        .with(\.trailingTrivia, token.trailingTrivia)
    }

    override func visit(_ type: ImplicitlyUnwrappedOptionalTypeSyntax) -> TypeSyntax {
      TypeSyntax(OptionalTypeSyntax(wrappedType: visit(type.wrappedType)))
    }
  }

  extension EnumDeclSyntax {
    /// The elements of all cases, including those that share a `case`.
    var caseElements: [EnumCaseElementSyntax] {
      memberBlock.members.flatMap { member in
        member.decl.as(EnumCaseDeclSyntax.self).map { Array($0.elements) } ?? []
      }
    }

    /// True if the declaration names `CasePathIterable`.
    fileprivate var isIterable: Bool {
      inheritanceClause?.inheritedTypes.contains { $0.type.lastName == "CasePathIterable" } ?? false
    }

    /// The cases with the same base name as an earlier case.
    fileprivate var overloads: [EnumCaseElementSyntax] {
      var names: Set<String> = []
      return caseElements.filter { !names.insert($0.name.text).inserted }
    }
  }
#endif
