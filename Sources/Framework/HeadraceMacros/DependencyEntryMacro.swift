#if Macros
  import SwiftSyntax
  import SwiftSyntaxBuilder
  import SwiftSyntaxMacros

  /// Makes a variable of `DependencyValues` a dependency, and writes its key.
  struct DependencyEntryMacro {}

  extension DependencyEntryMacro: AccessorMacro {
    static func expansion(
      of node: AttributeSyntax, providingAccessorsOf declaration: some DeclSyntaxProtocol,
      in context: some MacroExpansionContext
    ) throws -> [AccessorDeclSyntax] {
      guard let entry = DependencyEntry(declaration, attribute: node, in: context),
        entry.mistake == nil
      else {
        // With a getter, the compiler adds no error of its own to that of the other role.
        return ["get { Swift.fatalError() }"]
      }
      return [
        "get { self[\(raw: entry.key).self] }",
        "set { self[\(raw: entry.key).self] = newValue }",
      ]
    }
  }

  extension DependencyEntryMacro: PeerMacro {
    static func expansion(
      of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
      in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
      guard let entry = DependencyEntry(declaration, attribute: node, in: context) else {
        context.diagnose(
          node, "'@DependencyEntry' needs a 'var' in an extension of 'DependencyValues'.")
        return []
      }
      if let mistake = entry.mistake {
        context.diagnose(node, mistake)
        return []
      }
      return [entry.declarationOfKey]
    }
  }

  /// Evaluates the initial value of a variable again at each read.
  struct DependencyEntryValueMacro: AccessorMacro {
    static func expansion(
      of node: AttributeSyntax, providingAccessorsOf declaration: some DeclSyntaxProtocol,
      in context: some MacroExpansionContext
    ) throws -> [AccessorDeclSyntax] {
      guard
        let value = declaration.as(VariableDeclSyntax.self)?.bindings.first?.initializer?.value
      else { return [] }
      return ["get { \(value.trimmed) }"]
    }
  }

  /// A variable with `@DependencyEntry`.
  private struct DependencyEntry {
    private let name: String
    private let type: TypeSyntax?
    private let testValue: ExprSyntax?
    private let arguments: [String: ExprSyntax]
    /// The access level of the variable, with a space.
    private let access: String

    /// Fails for anything but a stored variable in an extension of `DependencyValues`.
    init?(
      _ declaration: some DeclSyntaxProtocol, attribute: AttributeSyntax,
      in context: some MacroExpansionContext
    ) {
      guard let variable = declaration.as(VariableDeclSyntax.self),
        variable.bindingSpecifier.tokenKind == .keyword(.var), let name = variable.identifier,
        let binding = variable.bindings.first, binding.accessorBlock == nil,
        let surrounding = context.lexicalContext.first?.as(ExtensionDeclSyntax.self),
        surrounding.extendedType.lastName == "DependencyValues"
      else { return nil }
      self.name = name.withoutBackticks
      type = binding.typeAnnotation?.type.trimmed
      testValue = binding.initializer?.value.trimmed
      access = variable.memberAccess.isEmpty ? surrounding.access : variable.memberAccess
      var arguments: [String: ExprSyntax] = [:]
      if case .argumentList(let list) = attribute.arguments {
        for argument in list {
          arguments[argument.label?.text ?? ""] = argument.expression.trimmed
        }
      }
      self.arguments = arguments
    }

    /// A description of the mistake, if there is one.
    var mistake: String? {
      if let key = arguments[""], !key.is(NilLiteralExprSyntax.self),
        key.as(StringLiteralExprSyntax.self)?.onlyText?.isIdentifier != true
      {
        return """
          '@DependencyEntry' needs the name of a type for its key: a plain string of letters, \
          digits and '_', such as "QuoteClientKey".
          """
      }
      guard testValue == nil, arguments["liveValue"] == nil else { return nil }
      return """
        '\(name)' needs a value for tests, as in 'var \(name) = QuoteClient()', or a live one: \
        '@DependencyEntry(liveValue: …)'.
        """
    }

    /// The name of the key.
    var key: String {
      if let written = arguments[""]?.as(StringLiteralExprSyntax.self)?.onlyText { return written }
      guard !access.isEmpty else { return "__Key_\(name)" }
      let constraint = type?.as(SomeOrAnyTypeSyntax.self)?.constraint ?? type
      if let named = constraint?.as(IdentifierTypeSyntax.self), named.genericArgumentClause == nil {
        return "\(named.name.text.withoutBackticks)Key"
      }
      return "\(name.prefix(1).uppercased() + name.dropFirst())Key"
    }

    var declarationOfKey: DeclSyntax {
      let isSeenOutside = !access.isEmpty || arguments[""]?.is(StringLiteralExprSyntax.self) == true
      let live = arguments["liveValue"]
      var members = [
        member("liveValue", live), member("previewValue", arguments["previewValue"]),
        member("testValue", testValue),
      ].compactMap(\.self)
      if let type { members.insert("  \(access)typealias Value = \(type)", at: 0) }
      return """
        \(raw: isSeenOutside ? access : "private ")enum \(raw: key): \
        Headrace.\(raw: live == nil ? "Test" : "")DependencyKey {
        \(raw: members.joined(separator: "\n"))
        }
        """
    }

    private func member(_ member: String, _ value: ExprSyntax?) -> String? {
      guard let value else { return nil }
      // Without an explicit type, the compiler infers it from the initial value. The value is still
      // created at each read, so that no two tests share one.
      return type == nil
        ? "  @Headrace._DependencyEntryValue \(access)static var \(member) = \(value)"
        : "  \(access)static var \(member): \(type?.description ?? "Value") { \(value) }"
    }
  }

  extension ExtensionDeclSyntax {
    /// The access level of members without a modifier, with a space.
    fileprivate var access: String {
      for modifier in modifiers {
        switch modifier.name.tokenKind {
        case .keyword(.public): return "public "
        case .keyword(.package): return "package "
        default: continue
        }
      }
      return ""
    }
  }
#endif
