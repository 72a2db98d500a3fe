#if Macros
  import SwiftSyntax
  import SwiftSyntaxBuilder
  import SwiftSyntaxMacros

  /// Gives each endpoint of a client a reporting default, and writes the client's initializers.
  struct DependencyClientMacro {}

  extension DependencyClientMacro: MemberAttributeMacro {
    static func expansion(
      of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
      providingAttributesFor member: some DeclSyntaxProtocol,
      in context: some MacroExpansionContext
    ) throws -> [AttributeSyntax] {
      guard declaration.is(StructDeclSyntax.self),
        let property = member.as(VariableDeclSyntax.self), property.isEndpoint,
        !property.hasAttribute("DependencyEndpoint")
      else { return [] }
      return ["@Headrace.DependencyEndpoint"]
    }
  }

  extension DependencyClientMacro: MemberMacro {
    static func expansion(
      of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
      conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
      guard declaration.is(StructDeclSyntax.self) else {
        context.diagnose(declaration.introducer, "'@DependencyClient' needs a struct of closures.")
        return []
      }
      let properties = declaration.memberBlock.members.compactMap { member in
        member.decl.as(VariableDeclSyntax.self).flatMap(ClientProperty.init)
      }
      let hasInitializer = declaration.memberBlock.members.contains {
        $0.decl.is(InitializerDeclSyntax.self)
      }
      guard !hasInitializer else { return [] }
      let access = declaration.memberAccess(in: context)
      var members: [DeclSyntax] = []
      if properties.allSatisfy({ $0.isEndpoint || $0.initializer != nil }) {
        let defaults = properties.compactMap(\.reportingDefault)
        members.append(
          """
          \(raw: access)init() {
          \(raw: defaults.joined(separator: "\n"))
          }
          """)
      }
      if !properties.isEmpty {
        let parameters = properties.map { "  \($0.parameter)" }.joined(separator: ",\n")
        let assignments = properties.map { "  self.\($0.name) = \($0.name)" }
        members.append(
          """
          \(raw: access)init(
          \(raw: parameters)
          ) {
          \(raw: assignments.joined(separator: "\n"))
          }
          """)
      }
      return members
    }
  }

  /// A stored property that is a parameter of the client's initializer.
  private struct ClientProperty {
    let name: String
    let type: TypeSyntax
    let initializer: ExprSyntax?
    let isEndpoint: Bool

    /// Fails for a property that is not stored, can't be set, or has no explicit type.
    init?(_ variable: VariableDeclSyntax) {
      guard variable.isStoredInInstances, let name = variable.identifier,
        let binding = variable.bindings.first, let type = binding.typeAnnotation?.type.trimmed
      else { return nil }
      let isConstant = variable.bindingSpecifier.tokenKind == .keyword(.let)
      guard !isConstant || binding.initializer == nil else { return nil }
      self.name = name
      self.type = type
      self.initializer = binding.initializer?.value.trimmed
      self.isEndpoint = variable.isEndpoint
    }

    var parameter: String {
      let escaping = type.functionType == nil ? "" : "@escaping "
      let value = isEndpoint ? nil : initializer
      return "\(name): \(escaping)\(type.trimmedDescription)\(value.map { " = \($0)" } ?? "")"
    }

    /// The default that replaces the author's closure and reports first.
    var reportingDefault: String? {
      guard isEndpoint, let function = type.functionType, let initializer,
        let value = Endpoint(name: name, function: function).defaultValue(initializer)
      else { return nil }
      return "  self.\(Endpoint(name: name, function: function).storage) = \(value)"
    }
  }

  extension VariableDeclSyntax {
    /// True if this is a closure that can be overridden.
    var isEndpoint: Bool {
      isObservable && !hasAttribute("DependencyEndpointIgnored")
        && bindings.first?.typeAnnotation?.type.functionType != nil
    }

    fileprivate var isStoredInInstances: Bool {
      isObservable
        || bindingSpecifier.tokenKind == .keyword(.let)
          && !modifiers.contains { $0.name.tokenKind == .keyword(.static) }
    }
  }

  extension TypeSyntax {
    /// The function type, without its attributes.
    var functionType: FunctionTypeSyntax? {
      self.as(FunctionTypeSyntax.self)
        ?? self.as(AttributedTypeSyntax.self)?.baseType.functionType
    }
  }
#endif
