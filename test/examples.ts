import { basename, dirname, join } from 'node:path'
import { SymbolFlags, type Project } from '@typescript/native/unstable/async'
import ts from 'typescript'

import { withCompiler } from './type-check.ts'

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

/**
 * Checks the `@example`s of an entry file's exports. Every function, class and constant must have one, and all examples
 * must compile. An example can use all exports, with or without an import, and the declarations in `given`.
 */
export function findExampleProblems({ entry, tsconfig, given = '' }: ExampleOptions): Promise<ExampleProblem[]> {
  return withCompiler(tsconfig, async (compiler) => {
    const exported = await readExports(await compiler.open([entry]), entry)
    const lacking = exported.filter(({ isValue, examples }) => isValue && examples.length === 0)
    const examples = exported.flatMap(({ name, examples: codes }) => codes.map((code) => ({ of: name, code })))
    const files = [{ of: 'given', code: `declare global {\n${given}\n}` }, ...examples].map(({ of, code }, index) => {
      const own = importedNames(code)
      const others = exported.filter(({ name }) => !own.includes(name))
      const names = others.map(({ name, isValue }) => (isValue ? name : `type ${name}`))
      const imports = `import { ${names.join(', ')} } from './${basename(entry)}'\n`
      return { of, path: join(dirname(entry), `example-${index}.ts`), code: imports + code }
    })
    const exports = new Map(files.map(({ path, of }) => [path, of]))
    const errors = await compiler.check(files)
    return [
      ...lacking.map(({ name }) => ({ export: name, problem: 'has no @example' })),
      ...errors.map(({ path, message }) => ({
        export: exports.get(path) ?? path,
        problem: `its @example does not compile: ${message}`,
      })),
    ]
  })
}

/** An export. `isValue` is false if the export is only a type. */
type Export = { name: string; isValue: boolean; examples: string[] }

async function readExports({ program, checker }: Project, entry: string): Promise<Export[]> {
  const file = await program.getSourceFile(entry)
  const symbol = file && (await checker.getSymbolAtLocation(file))
  const exported = symbol ? await checker.getExportsOfModule(symbol) : []
  if (exported.length === 0) throw new Error(`${entry} exports nothing, so there is nothing to check.`)
  return Promise.all(
    exported.map(async (one) => {
      const original = one.flags & SymbolFlags.Alias ? await checker.getAliasedSymbol(one) : one
      const tags = await checker.getJsDocTagsOfSymbol(original)
      const examples = tags.filter(({ name }) => name === 'example').map(({ text = '' }) => withoutFence(text))
      return { name: one.name, isValue: (original.flags & SymbolFlags.Value) !== 0, examples }
    }),
  )
}

/** Returns the names that the example itself imports. */
function importedNames(code: string): string[] {
  const { statements } = ts.createSourceFile('example.ts', code, ts.ScriptTarget.Latest)
  return statements.filter(ts.isImportDeclaration).flatMap(({ importClause }) => {
    const named = importClause?.namedBindings
    return named && ts.isNamedImports(named) ? named.elements.map(({ name }) => name.text) : []
  })
}

function withoutFence(text: string): string {
  return text.replaceAll(/^```.*$/gm, '')
}
