import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { format } from 'node:util'
import ts from 'typescript'

import { withCompiler } from './type-check.ts'

/**
 * A fenced code block of a page. A block's name is the heading above it, with a number if the section has multiple
 * blocks.
 */
export type Snippet = { name: string; language: string; firstLine: number; code: string }

/**
 * Code that turns a block into a complete program. `before` is code that the reader already has; `after` checks the
 * effect of the block.
 */
export type Frame = {
  before?: string
  after?: string
  /**
   * Folder of the program, which determines its packages and compiler options. By default, the folder of `compilePrograms`.
   */
  folder?: string
}

/** A block with its frame, which can be compiled and run. */
export type Program = Snippet & Frame

export type CompileOptions = {
  tsconfig: string
  folder: string
  /** Declarations that every program can use, without imports. */
  given?: string
}

/** Returns the fenced code blocks of a page in order. */
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
  if (open) throw new Error(`${page}: the block that starts on line ${open.firstLine} is not closed.`)
  return snippets
}

/** Compiles programs and returns the errors with the lines of the page. */
export async function compilePrograms(
  programs: readonly Program[],
  { tsconfig, folder, given = '' }: CompileOptions,
): Promise<string[]> {
  const modules = programs.map((program, index) => ({
    program,
    path: join(program.folder ?? folder, `snippet-${index}.${program.language}`),
    code: codeOf(program),
  }))
  const globals = { path: join(folder, 'snippet-globals.ts'), code: given } // a script, whose declarations are global
  const errors = await withCompiler(tsconfig, (compiler) => compiler.check([globals, ...modules], { jsx: 'react-jsx' }))
  return errors.map(({ path, line, message }) => {
    const program = modules.find((module) => module.path === path)?.program
    if (!program) return `${path} ${line}: ${message}`
    const linesBefore = (program.before ?? '').split('\n').length - 1
    return `${program.name}, line ${program.firstLine + line - 1 - linesBefore}: ${message}`
  })
}

/** Packages and global names that a program can use. */
export type World = { modules: Readonly<Record<string, unknown>>; globals: Readonly<Record<string, unknown>> }

/**
 * Runs a program.
 *
 * @returns the printed lines
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
      throw new Error(`${program.name} imports ${name}. Add it to the modules of this test.`)
    },
  }
  // The block is an inner function, so that it can redeclare names from the scope.
  const code = `return (async () => { ${outputText}\n})()`
  // oxlint-disable-next-line typescript/no-implied-eval -- running the page's code is the purpose
  await new Function(...Object.keys(scope), code)(...Object.values(scope))
  return printed
}

function codeOf({ before = '', code, after = '' }: Program): string {
  return `${before}${code}${after}\nexport {}\n` // makes it a module even without imports
}
