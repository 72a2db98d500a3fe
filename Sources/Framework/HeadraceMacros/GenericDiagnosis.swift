#if Macros
  import SwiftDiagnostics
  import SwiftSyntax
  import SwiftSyntaxMacros

  /// Finds parameters of a generic feature that prevent its state or actions from being
  /// `Equatable`.
  ///
  /// The compiler reports the state instead of the parameter. An extension, which a macro does not
  /// see, may compare the parts, so this is a warning.
  struct GenericDiagnosis {
    private let declaration: StructDeclSyntax

    init(_ declaration: StructDeclSyntax) {
      self.declaration = declaration
    }

    func diagnose(in context: some MacroExpansionContext) {
      guard let parameters = declaration.genericParameterClause?.parameters else { return }
      let requirements = declaration.genericWhereClause?.trimmedDescription ?? ""
      for parameter in parameters where parameter.isUnconstrained {
        let name = parameter.name.text
        guard !requirements.contains(name) else { continue }
        for type in ["State", "Action"] {
          guard let needed = needs(type), holds(name, in: type) else { continue }
          let others = parameter.inheritedType.map { " & \($0.trimmedDescription)" } ?? ""
          context.diagnose(
            parameter,
            """
            '\(type)' is '\(needed)' and holds '\(name)', so '\(name)' must be '\(needed)', too: \
            '\(declaration.name.text)<\(name): \(needed)\(others)>'.
            """, severity: .warning)
          break
        }
      }
    }

    /// Returns the protocol that a nested type declares, and to which all its parts must conform.
    private func needs(_ type: String) -> String? {
      let group = declaration.nestedType(type)?.asProtocol((any DeclGroupSyntax).self)
      let types = group?.inheritanceClause?.inheritedTypes.compactMap(\.type.lastName) ?? []
      return types.first { $0 == "Hashable" } ?? types.first { $0 == "Equatable" }
    }

    private func holds(_ name: String, in type: String) -> Bool {
      guard let group = declaration.nestedType(type)?.asProtocol((any DeclGroupSyntax).self) else {
        return false
      }
      // An author may compare the parts.
      guard group.methods("==").isEmpty else { return false }
      return group.memberBlock.members.contains { member in
        if let property = member.decl.as(VariableDeclSyntax.self), !property.isStatic {
          // A property wrapper or a macro may be equal regardless of its contents.
          return property.attributes.isEmpty
            && property.bindings.contains {
              $0.accessorBlock == nil && $0.typeAnnotation?.type.isMade(of: name) == true
            }
        }
        let elements = member.decl.as(EnumCaseDeclSyntax.self)?.elements
        return elements?.contains { element in
          element.parameterClause?.parameters.contains { $0.type.isMade(of: name) } ?? false
        } ?? false
      }
    }
  }

  extension GenericParameterSyntax {
    /// True if no written constraint makes the parameter `Equatable`.
    fileprivate var isUnconstrained: Bool {
      guard specifier == nil else { return false }
      return inheritedType.map { ["Sendable", "Copyable"].contains($0.lastName) } ?? true
    }
  }

  extension TypeSyntax {
    /// Returns `true` if this is `Item`, `Item?` or `[Item]`.
    fileprivate func isMade(of name: String) -> Bool {
      if let optional = self.as(OptionalTypeSyntax.self) {
        return optional.wrappedType.isMade(of: name)
      }
      if let array = self.as(ArrayTypeSyntax.self) { return array.element.isMade(of: name) }
      return trimmedDescription == name
    }
  }
#endif
