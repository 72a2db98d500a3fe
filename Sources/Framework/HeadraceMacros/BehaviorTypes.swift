#if Macros
  import SwiftSyntax
  import SwiftSyntaxBuilder
  import SwiftSyntaxMacros

  /// The types of state and actions that a feature's `body` or `reduce(into:action:)` names.
  ///
  /// They are used for a feature that declares none.
  struct BehaviorTypes {
    private(set) var state: String?
    private(set) var action: String?

    init(of declaration: StructDeclSyntax, in context: some MacroExpansionContext) {
      if let body = declaration.property("body") {
        readBody(body, outer: context.lexicalContext.first)
      } else if let reduce = declaration.methods("reduce").first(where: \.reducesIntoState) {
        let types = reduce.signature.parameterClause.parameters.map(\.type)
        state = Self.other(than: "State", types[0].withoutSpecifiers)
        action = Self.other(than: "Action", types[1].withoutSpecifiers)
      }
    }

    private mutating func readBody(_ body: VariableDeclSyntax, outer: Syntax?) {
      guard let binding = body.bindings.first else { return }
      guard let type = binding.typeAnnotation?.type else {
        if let made = binding.initializer?.value.madeType { readConcrete(made) }
        return
      }
      let constraint = type.as(SomeOrAnyTypeSyntax.self)?.constraint ?? type
      let arguments = constraint.genericArguments
      switch (constraint.lastName, arguments.count) {
      case ("ReducerOf", 1):
        readOwner(arguments[0])
      case ("Reducer", 2):
        state = Self.other(than: "State", arguments[0])
        action = Self.other(than: "Action", arguments[1])
        if let outer { takeTypes(of: outer, arguments) }
      default:
        if !type.is(SomeOrAnyTypeSyntax.self) { readConcrete(constraint) }
      }
    }

    /// Reads a reducer's own type, such as `EmptyReducer<Int, Int>`.
    private mutating func readConcrete(_ type: TypeSyntax) {
      let arguments = type.genericArguments
      if ["Reduce", "EmptyReducer", "ErasedReducer"].contains(type.lastName) {
        guard arguments.count == 2 else { return }
        state = Self.other(than: "State", arguments[0])
        action = Self.other(than: "Action", arguments[1])
      } else if type.isType, !arguments.contains(where: \.namesOwnTypes) {
        readOwner(type)
      }
    }

    private mutating func readOwner(_ type: TypeSyntax) {
      let owner = type.trimmedDescription
      guard owner != "Self" else { return }
      (state, action) = ("\(owner).State", "\(owner).Action")
    }

    /// Reads the outer types that a nested feature may name: `some Reducer<State, Action>`.
    private mutating func takeTypes(of outer: Syntax, _ arguments: [TypeSyntax]) {
      guard let name = outer.featureName else { return }
      if arguments[0].trimmedDescription == "State" { state = "\(name).State" }
      if arguments[1].trimmedDescription == "Action" { action = "\(name).Action" }
    }

    private static func other(than name: String, _ type: TypeSyntax) -> String? {
      let written = type.trimmedDescription
      return [name, "Self.\(name)"].contains(written) ? nil : written
    }
  }

  extension StructDeclSyntax {
    /// Returns `true` if there is a nested type or a generic parameter with a name.
    func declaresType(_ name: String) -> Bool {
      nestedType(name) != nil
        || genericParameterClause?.parameters.contains { $0.name.text == name } == true
    }
  }

  extension Syntax {
    /// The name of an enclosing feature, which has state and actions.
    fileprivate var featureName: String? {
      guard let type = self.as(StructDeclSyntax.self) else { return nil }
      let isReducer =
        type.hasAttribute("Reducer")
        || type.inheritanceClause?.inheritedTypes.contains { $0.type.lastName == "Reducer" } == true
      return isReducer ? type.name.trimmed.text : nil
    }
  }

  extension TypeSyntax {
    /// The generic arguments that are types.
    fileprivate var genericArguments: [TypeSyntax] {
      let clause =
        self.as(IdentifierTypeSyntax.self)?.genericArgumentClause
        ?? self.as(MemberTypeSyntax.self)?.genericArgumentClause
      return clause?.arguments.compactMap { argument in
        if case .type(let type) = argument.argument { type } else { nil as TypeSyntax? }
      } ?? []
    }

    /// True if this is the name of a type.
    fileprivate var isType: Bool {
      self.is(IdentifierTypeSyntax.self) || self.is(MemberTypeSyntax.self)
    }

    /// True if the type contains the feature's own `State` or `Action`.
    fileprivate var namesOwnTypes: Bool {
      tokens(viewMode: .sourceAccurate).contains {
        ["State", "Action", "Self"].contains($0.text)
      }
    }

    /// The type of `inout State`, without `inout`.
    fileprivate var withoutSpecifiers: TypeSyntax {
      self.as(AttributedTypeSyntax.self)?.baseType ?? self
    }
  }

  extension ExprSyntax {
    /// The type of the value that this expression creates: `EmptyReducer<Int, Int>()`.
    fileprivate var madeType: TypeSyntax? {
      guard let call = self.as(FunctionCallExprSyntax.self) else { return nil }
      let name = call.calledExpression.trimmedDescription
      let last = name.split(separator: "<")[0].split(separator: ".").last ?? ""
      guard last.first?.isUppercase == true else { return nil }
      return TypeSyntax("\(raw: name)")
    }
  }
#endif
