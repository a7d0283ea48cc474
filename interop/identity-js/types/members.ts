import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import ts from 'typescript'

import { OURS, type Library, type Project } from '../project.ts'

/** Declarations of a library's exports, with one line for each type, class and member. */
export type Declared = Map<string, string>

/** Reads the declarations of a library as resolved by a program in the project. */
export async function readDeclarations(project: Project, library: Library): Promise<Declared> {
  const file = join(project.folder, `declarations-${library === OURS ? 'ours' : 'incumbent'}.ts`)
  await writeFile(file, `import * as library from '${library}'\nexport default library\n`)
  const program = ts.createProgram([file], {
    strict: true,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    target: ts.ScriptTarget.ES2022,
    lib: ['lib.es2022.d.ts', 'lib.dom.d.ts'],
    types: [],
  })
  const checker = program.getTypeChecker()
  const source = program.getSourceFile(file)
  const statement = source?.statements[0]
  if (!source || !statement || !ts.isImportDeclaration(statement))
    throw new Error(`${file} does not contain an import.`)
  const symbol = checker.getSymbolAtLocation(statement.moduleSpecifier)
  if (!symbol) throw new Error(`${library} has no declarations.`)
  const declared: Declared = new Map()
  for (const exported of checker.getExportsOfModule(symbol)) {
    const target = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported
    describeExport(checker, exported.name, target, source, declared)
  }
  return declared
}

const FORMAT: ts.TypeFormatFlags =
  ts.TypeFormatFlags.NoTruncation | ts.TypeFormatFlags.UseAliasDefinedOutsideCurrentScope

function describeExport(
  checker: ts.TypeChecker,
  name: string,
  symbol: ts.Symbol,
  place: ts.Node,
  declared: Declared,
): void {
  if (symbol.flags & ts.SymbolFlags.Value) {
    const type = checker.getTypeOfSymbol(symbol)
    for (const signature of type.getConstructSignatures()) {
      declared.set(`new ${name}`, describeSignature(checker, signature, place))
    }
    if (type.getConstructSignatures().length === 0) declared.set(name, describeType(checker, type, place))
  }
  if (!(symbol.flags & ts.SymbolFlags.Type)) return
  const type = checker.getDeclaredTypeOfSymbol(symbol)
  if (!type.isClassOrInterface() && !(symbol.flags & ts.SymbolFlags.TypeAlias)) return
  if (!type.isClassOrInterface()) {
    declared.set(`type ${name}`, expand(checker, type, place))
    return
  }
  declared.set(`type ${name}`, 'members')
  for (const member of type.getProperties()) {
    const flags = ts.getCombinedModifierFlags(member.valueDeclaration as ts.Declaration)
    if (flags & (ts.ModifierFlags.Private | ts.ModifierFlags.Protected) || member.name.startsWith('__#')) continue
    const optional = member.flags & ts.SymbolFlags.Optional ? '?' : ''
    declared.set(`${name}.${member.name}`, optional + describeType(checker, checker.getTypeOfSymbol(member), place))
  }
}

/** Expands an alias of a union to its sorted alternatives, and an alias of an object to its members. */
function expand(checker: ts.TypeChecker, type: ts.Type, place: ts.Node): string {
  if (type.isUnion())
    return type.types
      .map((part) => describeType(checker, part, place))
      .sort()
      .join(' | ')
  const format: ts.TypeFormatFlags = FORMAT | ts.TypeFormatFlags.InTypeAlias
  return describeType(checker, type, place, format)
}

function describeType(
  checker: ts.TypeChecker,
  type: ts.Type,
  place: ts.Node,
  format: ts.TypeFormatFlags = FORMAT,
): string {
  const signatures = type.getCallSignatures()
  if (signatures.length === 0 || type.aliasSymbol) return checker.typeToString(type, place, format)
  return signatures.map((signature) => describeSignature(checker, signature, place)).join(' & ')
}

/** Describes the types of parameters and return value, without the parameters' names. */
function describeSignature(checker: ts.TypeChecker, signature: ts.Signature, place: ts.Node): string {
  const parameters = signature.parameters.map((parameter) => {
    const declaration = parameter.valueDeclaration
    const isOptional = declaration && ts.isParameter(declaration) && checker.isOptionalParameter(declaration)
    return (isOptional ? '?' : '') + describeType(checker, checker.getTypeOfSymbol(parameter), place)
  })
  const returned = checker.typeToString(signature.getReturnType(), place, FORMAT)
  return `(${parameters.join(', ')}) => ${returned}`.replaceAll('| undefined', '|?').replace(/"/g, "'")
}
