#if Macros
  import SwiftSyntax
  import SwiftSyntaxBuilder
  import SwiftSyntaxMacros

  /// Makes each stored property of a state observable.
  struct ObservableStateMacro {}

  extension ObservableStateMacro: ExtensionMacro {
    static func expansion(
      of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
      providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
      in context: some MacroExpansionContext
    ) throws -> [ExtensionDeclSyntax] {
      guard !protocols.isEmpty,
        declaration.is(StructDeclSyntax.self) || declaration.is(EnumDeclSyntax.self),
        !declaration.diagnoseHidden(by: node, in: context)
      else { return [] }
      // Without 'nonisolated', the compiler infers a conformance on the main actor for a state in a
      // feature, if that is the default isolation of the module.
      return [
        try ExtensionDeclSyntax(
          "extension \(type.trimmed): nonisolated Headrace.ObservableState {}")
      ]
    }
  }

  extension ObservableStateMacro: MemberAttributeMacro {
    static func expansion(
      of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
      providingAttributesFor member: some DeclSyntaxProtocol,
      in context: some MacroExpansionContext
    ) throws -> [AttributeSyntax] {
      guard declaration.is(StructDeclSyntax.self),
        let property = member.as(VariableDeclSyntax.self), property.isTracked
      else { return [] }
      return ["@Headrace.ObservationStateTracked"]
    }
  }

  extension ObservableStateMacro: MemberMacro {
    static func expansion(
      of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
      conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
      let access = declaration.memberAccess(in: context)
      if let declaration = declaration.as(EnumDeclSyntax.self) {
        return caseMembers(of: declaration, access: access)
      }
      guard let declaration = declaration.as(StructDeclSyntax.self) else {
        context.diagnose(declaration.introducer, "'@ObservableState' needs a struct or an enum.")
        return []
      }
      ObservationDiagnosis(declaration).diagnose(in: context)
      return [
        "\(raw: access)var _$observationRegistrar = Headrace.ObservationStateRegistrar()",
        "\(raw: access)var _$id: Headrace.ObservableStateID { _$observationRegistrar.id }",
        """
        \(raw: access)static var _$registrarOffset: Swift.Int? {
          Swift.MemoryLayout<Self>.offset(of: \\Self._$observationRegistrar)
        }
        """,
      ] + storedKeyPaths(of: declaration, access: access)
        + [ObservedCodingKeys(declaration).expansion].compactMap(\.self)
    }

    /// Returns the members that an enum needs to be observable, in addition to the conformance.
    static func caseMembers(of declaration: EnumDeclSyntax, access: String) -> [DeclSyntax] {
      [
        caseIdentity(of: declaration, access: access),
        caseComparison(of: declaration, access: access),
      ]
    }

    /// Returns the identity of an enum, which is that of the state in its case.
    private static func caseIdentity(
      of declaration: EnumDeclSyntax, access: String
    ) -> DeclSyntax {
      var count = 0
      let cases = declaration.conditionalCases.compactMap { element in
        let index = count
        count += 1
        let name = element.name.trimmed.text
        switch element.parameterClause?.parameters.count {
        case nil:
          return "    case .\(name): return Headrace.ObservableStateID.inert.tagged(\(index))"
        case 1:
          return """
                case .\(name)(let state):
                  return Headrace.ObservationStateRegistrar.caseIdentity(of: state, index: \(index))
            """
        default:
          return """
                case .\(name):
                  return Headrace.ObservationStateRegistrar.caseIdentity(of: (), index: \(index))
            """
        }
      }
      guard !cases.all.isEmpty else {
        return "\(raw: access)var _$id: Headrace.ObservableStateID { switch self {} }"
      }
      return """
        \(raw: access)var _$id: Headrace.ObservableStateID {
          switch self {
        \(raw: cases.lines.joined(separator: "\n"))
          }
        }
        """
    }

    /// Returns the comparison of two values, which compares the states of equal cases.
    private static func caseComparison(
      of declaration: EnumDeclSyntax, access: String
    ) -> DeclSyntax {
      let elements = declaration.conditionalCases
      let cases = elements.compactMap { element -> String? in
        guard element.parameterClause?.parameters.count == 1 else { return nil }
        let name = element.name.trimmed.text
        return """
              case (.\(name)(let old), .\(name)(let new))\(elements.conditionOfReachableDefault):
                differences.add(
                  Swift.UInt64.max,
                  Headrace.ObservationStateRegistrar.change(from: old, to: new))
          """
      }
      let needsDefault = elements.all.count > 1 || elements.hasConditions
      return comparison(
        cases.all.isEmpty
          ? "  differences.addEverything()"
          : """
            switch (old, new) {
          \(cases.lines.joined(separator: "\n"))
          \(needsDefault ? "    default: differences.addEverything()\n  }" : "  }")
          """, access: access)
    }

    private static func comparison(_ body: String, access: String) -> DeclSyntax {
      """
      \(raw: access)static func _$compare(
        _ old: Self, _ new: Self, in differences: inout Headrace.StateDifferences
      ) {
      \(raw: body)
      }
      """
    }

    /// Returns the map from each observed property to the one that stores it.
    private static func storedKeyPaths(
      of declaration: some DeclGroupSyntax, access: String
    ) -> [DeclSyntax] {
      let properties = declaration.conditionalMembers { member in
        member.as(VariableDeclSyntax.self).map { [$0] } ?? []
      }
      .compactMap { property in
        let isStored =
          property.isTracked
          || property.isObservable
            && (property.hasAttribute("Presents")
              || property.hasAttribute("ObservationStateTracked"))
        return isStored ? StoredField(property) : nil
      }
      guard !properties.all.isEmpty else { return [] }
      let stored = properties.compactMap { field in
        "    case \\Self.\(field.observed): return \\Self._\(field.name)"
      }
      let numbers = properties.compactMap { field in
        "    case \\Self.\(field.observed): return \(field.number)"
      }
      let changes = properties.compactMap { field in
        let (name, number) = (field.name, field.number)
        return """
            differences.add(
              \(number),
              Headrace.ObservationStateRegistrar.change(from: old._\(name), to: new._\(name)))
          """
      }
      return [
        lookUp(
          in: stored.lines,
          """
          \(access)static func _$storedKeyPath(
            for keyPath: Swift.PartialKeyPath<Self>
          ) -> Swift.PartialKeyPath<Self>?
          """),
        lookUp(
          in: numbers.lines,
          """
          \(access)static func _$fieldNumber(
            of keyPath: Swift.PartialKeyPath<Self>
          ) -> Swift.UInt64?
          """),
        comparison(changes.lines.joined(separator: "\n"), access: access),
      ]
    }

    /// An observed property whose value is stored in another property.
    private struct StoredField {
      let name: String
      let observed: String
      let number: String

      init?(_ property: VariableDeclSyntax) {
        guard let name = property.identifier else { return nil }
        self.name = name
        observed = property.hasAttribute("Presents") ? "$\(name)" : name
        number = ObservedProperty.fieldNumber(of: name)
      }
    }

    /// Returns a function that maps key paths to these cases, and returns `nil` for any other.
    private static func lookUp(in cases: [String], _ signature: String) -> DeclSyntax {
      """
      \(raw: signature) {
        switch keyPath {
      \(raw: cases.joined(separator: "\n"))
        default: return nil
        }
      }
      """
    }
  }

  /// Stores a property's value in another property, and notifies its observers.
  struct ObservationStateTrackedMacro {}

  extension ObservationStateTrackedMacro: AccessorMacro {
    static func expansion(
      of node: AttributeSyntax, providingAccessorsOf declaration: some DeclSyntaxProtocol,
      in context: some MacroExpansionContext
    ) throws -> [AccessorDeclSyntax] {
      guard let property = declaration.as(VariableDeclSyntax.self)?.observable(in: context) else {
        return []
      }
      let name = property.name
      return [
        """
        @storageRestrictions(initializes: _\(raw: name))
        init(initialValue) {
          _\(raw: name) = initialValue
        }
        """,
        """
        get {
          _$observationRegistrar.access(\(raw: property.fieldNumber))
          return _\(raw: name)
        }
        """,
        """
        set {
          let change = Headrace.ObservationStateRegistrar.change(from: _\(raw: name), to: newValue)
          _\(raw: name) = newValue
          _$observationRegistrar.didSet(\(raw: property.fieldNumber), change)
        }
        """,
        """
        _modify {
          let before = Headrace.ObservationStateRegistrar.identity(of: _\(raw: name))
          defer {
            _$observationRegistrar.didModify(
              \(raw: property.fieldNumber), from: before,
              to: Headrace.ObservationStateRegistrar.identity(of: _\(raw: name)))
          }
          yield &_\(raw: name)
        }
        """,
      ]
    }
  }

  extension ObservationStateTrackedMacro: PeerMacro {
    static func expansion(
      of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
      in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
      guard let variable = declaration.as(VariableDeclSyntax.self),
        let property = variable.observable(in: context)
      else { return [] }
      let isOptional = property.wrappedType != nil
      let type = property.type.map { ": \($0.trimmedDescription)" } ?? ""
      let value = property.initializer.map { " = \($0)" } ?? (isOptional ? " = nil" : "")
      let observers = property.observers.map { " \($0)" } ?? ""
      return ["private var _\(raw: property.name)\(raw: type)\(raw: value)\(raw: observers)"]
    }
  }

  /// Marks a property that is left unchanged.
  struct ObservationStateIgnoredMacro: AccessorMacro {
    static func expansion(
      of node: AttributeSyntax, providingAccessorsOf declaration: some DeclSyntaxProtocol,
      in context: some MacroExpansionContext
    ) throws -> [AccessorDeclSyntax] { [] }
  }
#endif
