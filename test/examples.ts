import { basename, dirname, join } from 'node:path'
import ts from 'typescript'

import { readDisk, readOptions, typeCheck } from './type-check.ts'

export type ExampleProblem = { export: string; problem: string }

export type ExampleOptions = {
  /** File whose exports are checked, usually a package's `src/index.ts`. */
  entry: string
  /** tsconfig.json with the compiler options. */
  tsconfig: string
  /**
   * Declarations that every example can use besides the exports, or redeclare, such as `const client: CognitoClient`.
   */
  given?: string
}

type Example = { export: string; code: string }

/**
 * Checks the `@example`s of an entry file's exports. Every function, class and constant must have one, and all examples
 * must compile. An example can use all exports, with or without an import, and the declarations in `given`.
 */
export function findExampleProblems({ entry, tsconfig, given = '' }: ExampleOptions): ExampleProblem[] {
  const options = readOptions(tsconfig)
  const program = ts.createProgram([entry], options, readDisk(options))
  const checker = program.getTypeChecker()
  const exported = exportsOf(program, entry)
  const examples = exported.flatMap((symbol) => examplesOf(symbol, checker))
  const named = new Set(examples.map((example) => example.export))
  const lacking = exported.filter((symbol) => isValue(symbol, checker) && !named.has(symbol.name))

  const files = [{ export: 'given', code: `declare global {\n${given}\n}` }, ...examples].map((example, index) => {
    const own = importedNames(example.code)
    const names = exported
      .filter(({ name }) => !own.includes(name))
      .map((symbol) => (isValue(symbol, checker) ? symbol.name : `type ${symbol.name}`))
    const imports = `import { ${names.join(', ')} } from './${basename(entry)}'\n`
    const path = join(dirname(entry), `example-${index}.ts`)
    return { export: example.export, path, code: imports + example.code }
  })
  return [
    ...lacking.map(({ name }) => ({ export: name, problem: 'has no @example' })),
    ...compile(files, options, program),
  ]
}

function exportsOf(program: ts.Program, entry: string): ts.Symbol[] {
  const file = program.getSourceFile(entry)
  const symbol = file && program.getTypeChecker().getSymbolAtLocation(file)
  const exported = symbol ? program.getTypeChecker().getExportsOfModule(symbol) : []
  if (exported.length === 0) throw new Error(`${entry} exports nothing, so there is nothing to check.`)
  return exported
}

function examplesOf(symbol: ts.Symbol, checker: ts.TypeChecker): Example[] {
  const tags = original(symbol, checker).getJsDocTags(checker)
  return tags
    .filter(({ name }) => name === 'example')
    .map(({ text }) => ({ export: symbol.name, code: withoutFence(ts.displayPartsToString(text)) }))
}

/** Names that an example imports itself. */
function importedNames(code: string): string[] {
  const { statements } = ts.createSourceFile('example.ts', code, ts.ScriptTarget.Latest)
  return statements.filter(ts.isImportDeclaration).flatMap(({ importClause }) => {
    const named = importClause?.namedBindings
    return named && ts.isNamedImports(named) ? named.elements.map(({ name }) => name.text) : []
  })
}

/** Compiles the examples and returns the errors. */
function compile(
  files: readonly (Example & { path: string })[],
  options: ts.CompilerOptions,
  program: ts.Program,
): ExampleProblem[] {
  const names = new Map(files.map((file) => [file.path, file.export]))
  return typeCheck(files, options, program).map(({ path, message }) => ({
    export: names.get(path) ?? path,
    problem: `its @example does not compile: ${message}`,
  }))
}

function withoutFence(text: string): string {
  return text.replaceAll(/^```.*$/gm, '')
}

function isValue(symbol: ts.Symbol, checker: ts.TypeChecker): boolean {
  return (original(symbol, checker).flags & ts.SymbolFlags.Value) !== 0
}

/** Resolves a re-exported symbol to its declaration. */
function original(symbol: ts.Symbol, checker: ts.TypeChecker): ts.Symbol {
  return symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
}
