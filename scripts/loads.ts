import { readFileSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import ts from 'typescript'

/** What has to be loaded, and read, for one export of a package: its own file and all that it imports at run time. */
export type Load = { name: string; files: string[]; lines: number }

/**
 * Follows the imports of every export of a module. `import type` is no import at run time; `import()` is one, even
 * where only some runtimes come that way. Packages are not followed.
 */
export function measureLoads(entry: string): Load[] {
  const exports = moduleOf(entry).exports.flatMap(({ names, from }) => names.map((name) => ({ name, from })))
  return exports.map(({ name, from }) => {
    const files = reachableFrom(definingFile(from, name))
    return { name, files, lines: files.reduce((sum, file) => sum + moduleOf(file).lines, 0) }
  })
}

type Module = { lines: number; imports: string[]; exports: { names: string[]; from: string }[] }

const modules = new Map<string, Module>()

function moduleOf(file: string): Module {
  const known = modules.get(file)
  if (known) return known
  const module = readModule(file)
  modules.set(file, module)
  return module
}

function readModule(file: string): Module {
  const text = readFileSync(file, 'utf8')
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest)
  const module: Module = { lines: text.split('\n').length - 1, imports: [], exports: [] }
  const add = (specifier: ts.Node | undefined): string | undefined => {
    if (!specifier || !ts.isStringLiteral(specifier)) return undefined
    if (specifier.text.startsWith('#')) throw new Error(`${file}: ${specifier.text} is not followed.`)
    if (!specifier.text.startsWith('.')) return undefined
    const target = resolve(dirname(file), specifier.text)
    module.imports.push(target)
    return target
  }
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) && !isTypeOnly(node.importClause)) add(node.moduleSpecifier)
    if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) add(node.arguments[0])
    if (ts.isExportDeclaration(node) && !node.isTypeOnly && node.exportClause && ts.isNamedExports(node.exportClause)) {
      const names = node.exportClause.elements.filter(({ isTypeOnly }) => !isTypeOnly).map(({ name }) => name.text)
      const from = names.length > 0 ? add(node.moduleSpecifier) : undefined
      if (from) module.exports.push({ names, from })
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return module
}

function isTypeOnly(clause: ts.ImportClause | undefined): boolean {
  return clause?.phaseModifier === ts.SyntaxKind.TypeKeyword
}

/** A file that only passes an export on is not what a reader of that export has to know. */
function definingFile(file: string, name: string): string {
  const passed = moduleOf(file).exports.find(({ names }) => names.includes(name))
  return passed ? definingFile(passed.from, name) : file
}

function reachableFrom(file: string, found = new Set<string>()): string[] {
  if (!found.has(file)) {
    found.add(file)
    for (const imported of moduleOf(file).imports) reachableFrom(imported, found)
  }
  return [...found]
}

/** The public entries of the client. */
export const CLIENT_ENTRIES = ['index.ts', 'identity-js/index.ts', 'server/index.ts', 'srp/index.ts'].map((file) =>
  resolve(import.meta.dirname, '../packages/cognito-srp/src', file),
)

if (import.meta.main) {
  for (const entry of CLIENT_ENTRIES) {
    console.log(`\n${relative('.', entry)}\n  files  lines  export`)
    const loads = measureLoads(entry).sort((one, other) => other.files.length - one.files.length)
    for (const { name, files, lines } of loads)
      console.log(`${String(files.length).padStart(7)}${String(lines).padStart(7)}  ${name}`)
  }
}
