import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { format } from 'node:util'
import ts from 'typescript'

import { readOptions, typeCheck } from './type-check.ts'

/** A fenced block of a page: named after the heading above it, and counted where a section has several. */
export type Snippet = { name: string; language: string; firstLine: number; code: string }

/** What turns a block into a whole program: `before` is what the reader has already, `after` checks what it did. */
export type Frame = {
  before?: string
  after?: string
  /** Where the program would be, for its packages and compiler options. Default: the folder that `compilePrograms` is given. */
  folder?: string
}

/** A block with its frame: what is compiled and run. */
export type Program = Snippet & Frame

export type CompileOptions = {
  tsconfig: string
  folder: string
  /** Declarations that every program may use; no imports. */
  given?: string
}

/** The fenced blocks of a page, in their order. */
export function readSnippets(page: string): Snippet[] {
  const snippets: Snippet[] = []
  const counts = new Map<string, number>()
  let heading = ''
  let open: Snippet | undefined
  for (const [index, line] of readFileSync(page, 'utf8').split('\n').entries()) {
    const fence = /^```(\w*)/.exec(line)
    if (open && fence) {
      snippets.push(open)
      open = undefined
    } else if (open) open.code += `${line}\n`
    else if (fence) {
      const count = (counts.get(heading) ?? 0) + 1
      counts.set(heading, count)
      const name = count === 1 ? heading : `${heading} ${count}`
      open = { name, language: fence[1] ?? '', firstLine: index + 2, code: '' }
    } else heading = /^#+ (.*)/.exec(line)?.[1] ?? heading
  }
  if (open) throw new Error(`${page}: the block of line ${open.firstLine} does not end.`)
  return snippets
}

/** What keeps programs from compiling, by the lines of their page. */
export function compilePrograms(
  programs: readonly Program[],
  { tsconfig, folder, given = '' }: CompileOptions,
): string[] {
  const modules = programs.map((program, index) => ({
    program,
    path: join(program.folder ?? folder, `snippet-${index}.${program.language}`),
    code: codeOf(program),
  }))
  const globals = { path: join(folder, 'snippet-globals.ts'), code: given } // a script: what it declares is global
  const errors = typeCheck([globals, ...modules], { ...readOptions(tsconfig), jsx: ts.JsxEmit.ReactJSX })
  return errors.map(({ path, line, message }) => {
    const program = modules.find((module) => module.path === path)?.program
    if (!program) return `${path} ${line}: ${message}`
    const linesBefore = (program.before ?? '').split('\n').length - 1
    return `${program.name}, line ${program.firstLine + line - 1 - linesBefore}: ${message}`
  })
}

/** What a program may reach: packages by name, and names that are simply there. */
export type World = { modules: Readonly<Record<string, unknown>>; globals: Readonly<Record<string, unknown>> }

/**
 * Runs a program.
 *
 * @returns the lines that it printed
 */
export async function runProgram(program: Program, { modules, globals }: World): Promise<string[]> {
  const printed: string[] = []
  const { outputText } = ts.transpileModule(codeOf(program), {
    compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022, jsx: ts.JsxEmit.ReactJSX },
  })
  const scope: Record<string, unknown> = {
    ...globals,
    printed,
    console: { ...console, log: (...values: unknown[]) => printed.push(format(...values)) },
    exports: {},
    require(name: string) {
      if (name in modules) return modules[name]
      throw new Error(`${program.name} imports ${name}, which this test does not give it.`)
    },
  }
  // A function of its own, so that a block may declare what the scope has too.
  const code = `return (async () => { ${outputText}\n})()`
  // oxlint-disable-next-line typescript/no-implied-eval -- to run the page's code is what this is for
  await new Function(...Object.keys(scope), code)(...Object.values(scope))
  return printed
}

function codeOf({ before = '', code, after = '' }: Program): string {
  return `${before}${code}${after}\nexport {}\n` // a module, whether or not it imports anything
}
