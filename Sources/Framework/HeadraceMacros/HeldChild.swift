#if Macros
  import SwiftSyntax

  /// The reducer whose actions a case contains, and the code that runs it.
  struct HeldChild {
    /// The name of the reducer.
    let type: String
    /// The code that runs it, such as `Scope(state: \.child, action: \.child) { Child() }`.
    let remedy: String
    /// The alternative, because a macro may not see the kind of the reducer; empty if it does.
    let otherRemedy: String

    /// Reads the payload of a case.
    ///
    /// - Parameters:
    ///   - element: The case; one with several payloads, or with another type, contains no child.
    ///   - feature: The reducer that has the action.
    init?(_ element: EnumCaseElementSyntax, in feature: StructDeclSyntax) {
      guard let parameters = element.parameterClause?.parameters, parameters.count == 1,
        let payload = parameters.first?.type, let (kind, type) = Kind.read(payload),
        type.first?.isUppercase == true, !type.contains("<")
      else { return nil }
      let name = element.name.trimmed.text
      let call = kind.call(name, routes: feature.routes(of: type))
      self.type = type
      var otherRemedy = ""
      switch feature.nestedType(type) {
      case .some(let nested) where nested.is(EnumDeclSyntax.self):
        remedy = kind.needsNoBlockForEnums ? call : "\(call) { \(type).body }"
      case .none where kind == .routes:
        remedy = "\(call) { \(type).body }"
      case .none:
        remedy = "\(call) { \(type)() }"
        otherRemedy = ", or with '\(type).body' in the braces if '\(type)' is an enum"
      case .some:
        remedy = "\(call) { \(type)() }"
      }
      self.otherRemedy = otherRemedy
    }

    /// The kind of storage for a child's state, as far as the type of its actions shows it.
    private enum Kind {
      case property, presentation, rows, stack, routes

      /// Returns the kind of the child, and the name of its reducer.
      static func read(_ payload: TypeSyntax) -> (Kind, String)? {
        if let action = payload.reducerOfAction { return (.property, action) }
        guard let arguments = payload.arguments, let last = arguments.last else { return nil }
        switch (payload.lastName, arguments.count) {
        case ("PresentationAction", 1): return last.reducerOfAction.map { (.presentation, $0) }
        case ("IdentifiedAction", 2): return last.reducerOfAction.map { (.rows, $0) }
        case ("StackAction", 2): return last.reducerOfAction.map { (.stack, $0) }
        case ("IndexedRouterAction", 2): return last.reducerOfAction.map { (.routes, $0) }
        case ("IdentifiedActionOf", 1): return (.rows, last.trimmedDescription)
        case ("StackActionOf", 1): return (.stack, last.trimmedDescription)
        case ("IndexedRouterActionOf", 1): return (.routes, last.trimmedDescription)
        default: return nil
        }
      }

      var needsNoBlockForEnums: Bool { self == .presentation || self == .stack }

      func call(_ name: String, routes: String?) -> String {
        switch self {
        case .property: "Scope(state: \\.\(name), action: \\.\(name))"
        case .presentation: ".ifLet(\\.$\(name), action: \\.\(name))"
        case .rows, .stack: ".forEach(\\.\(name), action: \\.\(name))"
        case .routes: ".forEachRoute(\\.\(routes ?? "routes"), action: \\.\(name))"
        }
      }
    }
  }

  extension StructDeclSyntax {
    /// Returns the name of the property that contains a stack of routes to screens.
    fileprivate func routes(of screen: String) -> String? {
      let state = nestedType("State")?.as(StructDeclSyntax.self)
      return state?.memberBlock.members.lazy
        .compactMap { $0.decl.as(VariableDeclSyntax.self) }
        .first { property in
          let type = property.bindings.first?.typeAnnotation?.type.as(ArrayTypeSyntax.self)
          return type?.element.lastName == "Route"
            && type?.element.arguments?.first?.trimmedDescription == "\(screen).State"
        }?.identifier
    }
  }

  extension TypeSyntax {
    /// The type of a single child, of which a property of this type holds one, none or several.
    var child: TypeSyntax {
      if let optional = self.as(OptionalTypeSyntax.self) { return optional.wrappedType }
      if let array = self.as(ArrayTypeSyntax.self) { return array.element }
      guard ["IdentifiedArrayOf", "StackState"].contains(lastName), let child = arguments?.first
      else { return self }
      return child
    }

    /// The `Child` of `Child.Action`.
    fileprivate var reducerOfAction: String? {
      guard let member = self.as(MemberTypeSyntax.self), member.name.text == "Action" else {
        return nil
      }
      return member.baseType.trimmedDescription
    }

    /// The generic arguments.
    fileprivate var arguments: [TypeSyntax]? {
      let clause =
        self.as(IdentifierTypeSyntax.self)?.genericArgumentClause
        ?? self.as(MemberTypeSyntax.self)?.genericArgumentClause
      return clause?.arguments.compactMap { $0.argument.as(TypeSyntax.self) }
    }
  }
#endif
