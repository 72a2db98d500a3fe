#if Macros
  import SwiftDiagnostics
  import SwiftSyntax
  import SwiftSyntaxBuilder
  import SwiftSyntaxMacros

  /// Stores a closure with a reporting default, and writes a method with the closure's labels.
  struct DependencyEndpointMacro {}

  extension DependencyEndpointMacro: AccessorMacro {
    static func expansion(
      of node: AttributeSyntax, providingAccessorsOf declaration: some DeclSyntaxProtocol,
      in context: some MacroExpansionContext
    ) throws -> [AccessorDeclSyntax] {
      guard let variable = declaration.as(VariableDeclSyntax.self), variable.isEndpoint,
        let name = variable.identifier, let binding = variable.bindings.first,
        let function = binding.typeAnnotation?.type.functionType,
        Endpoint(name: name, function: function).defaultValue(binding.initializer?.value) != nil
      else { return [] }
      let storage = Endpoint(name: name, function: function).storage
      return [
        """
        @storageRestrictions(initializes: \(raw: storage))
        init(initialValue) {
          \(raw: storage) = initialValue
        }
        """,
        "get { \(raw: storage) }",
        "set { \(raw: storage) = newValue }",
      ]
    }
  }

  extension DependencyEndpointMacro: PeerMacro {
    static func expansion(
      of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
      in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
      guard let variable = declaration.as(VariableDeclSyntax.self) else { return [] }
      guard variable.isEndpoint, let name = variable.identifier,
        let binding = variable.bindings.first, let type = binding.typeAnnotation?.type.trimmed,
        let function = type.functionType
      else {
        context.diagnose(variable, "'@DependencyEndpoint' needs a 'var' of a function type.")
        return []
      }
      let endpoint = Endpoint(name: name, function: function)
      guard let value = endpoint.defaultValue(binding.initializer?.value) else {
        diagnoseMissingDefault(endpoint, of: binding, in: context)
        return []
      }
      node.diagnoseLoneDefault(of: endpoint, in: binding, in: context)
      // A default that the author wrote reaches the storage through the property's init accessor.
      let isWritten = binding.initializer != nil
      var peers: [DeclSyntax] = [
        "private var \(raw: endpoint.storage): \(type)\(raw: isWritten ? "" : " = \(value)")"
      ]
      guard !node.diagnoseMethodName(in: context) else { return peers }
      if let method = endpoint.method(named: node.methodName, access: variable.memberAccess) {
        peers.append(method)
      }
      return peers
    }

    private static func diagnoseMissingDefault(
      _ endpoint: Endpoint, of binding: PatternBindingSyntax, in context: some MacroExpansionContext
    ) {
      let value = "{ \(endpoint.ignoredParameters)<#value#> }"
      let changed = binding.trimmed.with(
        \.initializer,
        InitializerClauseSyntax(
          equal: .equalToken(leadingTrivia: .space, trailingTrivia: .space),
          value: ExprSyntax("\(raw: value)")))
      context.diagnose(
        binding,
        """
        The endpoint '\(endpoint.name)' can't throw every error, so it needs a default to \
        return once it has reported that it is not implemented.
        """, fixIts: [.replace(binding, with: changed, "Add a default")])
    }
  }

  extension AttributeSyntax {
    /// The name in `@DependencyEndpoint(method: "name")`.
    fileprivate var methodName: String? {
      methodArgument?.as(StringLiteralExprSyntax.self)?.onlyText
    }

    /// Reports that a default will not report.
    ///
    /// Only the initializer that `@DependencyClient` writes can replace it with one that does.
    fileprivate func diagnoseLoneDefault(
      of endpoint: Endpoint, in binding: PatternBindingSyntax,
      in context: some MacroExpansionContext
    ) {
      guard binding.initializer?.value.is(ClosureExprSyntax.self) == true,
        let client = context.lexicalContext.first?.as(StructDeclSyntax.self),
        !client.hasAttribute("DependencyClient")
      else { return }
      context.diagnose(
        self,
        """
        A call of '\(endpoint.name)' that is not implemented is not reported: it runs the \
        default. Put '@DependencyClient' on '\(client.name.text)', which writes an initializer \
        whose defaults report.
        """, severity: .warning)
    }

    /// Reports that the method can't have the requested name.
    ///
    /// - Returns: `true` if the name was rejected.
    fileprivate func diagnoseMethodName(in context: some MacroExpansionContext) -> Bool {
      guard let argument = methodArgument, !argument.is(NilLiteralExprSyntax.self) else {
        return false
      }
      if let methodName, methodName.isIdentifier { return false }
      context.diagnose(
        argument,
        """
        '@DependencyEndpoint' needs the name of a method, as it is called: a plain string of \
        letters, digits and '_', such as "fetch".
        """)
      return true
    }

    private var methodArgument: ExprSyntax? {
      guard case .argumentList(let arguments) = arguments,
        let argument = arguments.first(where: { $0.label?.text == "method" })
      else { return nil }
      return argument.expression
    }
  }

  extension String {
    /// True if it can be the name of a method or a type.
    var isIdentifier: Bool {
      guard let first, first.isLetter || first == "_" else { return false }
      return allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
    }
  }

  /// Leaves a closure of a client unchanged.
  struct DependencyEndpointIgnoredMacro: PeerMacro {
    static func expansion(
      of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
      in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] { [] }
  }
#endif
