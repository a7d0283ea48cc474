import { basename, dirname, join } from 'node:path'
import ts from 'typescript'

export type ExampleProblem = { export: string; problem: string }

export type ExampleOptions = {
  /** The file whose exports are judged, usually a package's `src/index.ts`. */
  entry: string
  /** The compiler options are those of this file. */
  tsconfig: string
  /** Declarations that every example may use besides the exports: `declare const client: CognitoClient`. */
  given?: string
}

type Example = { export: string; code: string }

/**
 * Checks the `@example`s of what an entry file exports: every function, class and constant has one, and all of them
 * compile. In an example everything that the entry exports is in scope, and what `given` declares.
 */
export function findExampleProblems({ entry, tsconfig, given = '' }: ExampleOptions): ExampleProblem[] {
  const options = readOptions(tsconfig)
  const program = ts.createProgram([entry], options)
  const checker = program.getTypeChecker()
  const exported = exportsOf(program, entry)
  const examples = exported.flatMap((symbol) => examplesOf(symbol, checker))
  const named = new Set(examples.map((example) => example.export))
  const lacking = exported.filter((symbol) => isValue(symbol, checker) && !named.has(symbol.name))
  const scope = `import { ${exported.map((symbol) => nameInImport(symbol, checker)).join(', ')} } from './${basename(entry)}'`
  return [
    ...lacking.map(({ name }) => ({ export: name, problem: 'has no @example' })),
    ...compile(examples, { scope: `${scope}\n${given}\n`, entry, options, program }),
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

/** All examples are files of one program beside the entry, which exist only here. */
function compile(
  examples: readonly Example[],
  {
    scope,
    entry,
    options,
    program,
  }: { scope: string; entry: string; options: ts.CompilerOptions; program: ts.Program },
): ExampleProblem[] {
  const files = new Map(examples.map((example, index) => [join(dirname(entry), `example-${index}.ts`), example]))
  const disk = ts.createCompilerHost(options)
  const host: ts.CompilerHost = {
    ...disk,
    fileExists: (path) => files.has(path) || disk.fileExists(path),
    getSourceFile(path, version, ...rest) {
      const example = files.get(path)
      if (example) return ts.createSourceFile(path, scope + example.code, version)
      return program.getSourceFile(path) ?? disk.getSourceFile(path, version, ...rest)
    },
  }
  const compiled = ts.createProgram([entry, ...files.keys()], options, host)
  return [...files].flatMap(([path, example]) => {
    const file = compiled.getSourceFile(path)
    const found = [...compiled.getSyntacticDiagnostics(file), ...compiled.getSemanticDiagnostics(file)]
    const messages = found.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '))
    return messages.map((message) => ({ export: example.export, problem: `its @example does not compile: ${message}` }))
  })
}

function readOptions(tsconfig: string): ts.CompilerOptions {
  const { config, error } = ts.readConfigFile(tsconfig, (path) => ts.sys.readFile(path)) as {
    config: unknown
    error?: ts.Diagnostic
  }
  if (error) throw new Error(ts.flattenDiagnosticMessageText(error.messageText, '\n'))
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, dirname(tsconfig))
  // An example may end with the value that it shows.
  return { ...options, noEmit: true, noUnusedLocals: false, declaration: false, isolatedDeclarations: false }
}

function withoutFence(text: string): string {
  return text.replaceAll(/^```.*$/gm, '')
}

function isValue(symbol: ts.Symbol, checker: ts.TypeChecker): boolean {
  return (original(symbol, checker).flags & ts.SymbolFlags.Value) !== 0
}

function nameInImport(symbol: ts.Symbol, checker: ts.TypeChecker): string {
  return isValue(symbol, checker) ? symbol.name : `type ${symbol.name}`
}

/** What a name that `index.ts` passes on stands for. */
function original(symbol: ts.Symbol, checker: ts.TypeChecker): ts.Symbol {
  return symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
}
