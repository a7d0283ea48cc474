import { basename, dirname, join } from 'node:path'
import { API, type Diagnostic as NativeDiagnostic, type Project } from '@typescript/native/unstable/async'

/** A module that exists only in memory. The path determines the module's packages. */
export type VirtualModule = { path: string; code: string }

export type Diagnostic = { path: string; line: number; message: string }

/** A process of the native compiler, which reads each installed package only once. */
export type Compiler = {
  /** Opens modules on disk as one project. */
  open(paths: readonly string[]): Promise<Project>
  /**
   * Compiles in-memory modules as one project.
   *
   * @param compilerOptions options in the format of a tsconfig.json, which take precedence
   */
  check(modules: readonly VirtualModule[], compilerOptions?: object): Promise<Diagnostic[]>
}

/** Options for code that is only checked. Unused variables are allowed, because an example may end with an unused variable. */
const CHECK_ONLY = { noEmit: true, noUnusedLocals: false, declaration: false, isolatedDeclarations: false }

/**
 * Starts a compiler and ends it after the work.
 *
 * @param tsconfig file with the compiler options
 */
export async function withCompiler<Result>(
  tsconfig: string,
  work: (compiler: Compiler) => Promise<Result>,
): Promise<Result> {
  const files = new Map<string, string>()
  const fs = { readFile: (path: string) => files.get(path), fileExists: (path: string) => files.has(path) || undefined }
  const native = new API({ cwd: dirname(tsconfig), fs })

  async function open(paths: readonly string[], compilerOptions: object = {}): Promise<Project> {
    const path = join(dirname(tsconfig), `tsconfig.in-memory-${files.size}.json`)
    const options = { ...CHECK_ONLY, ...compilerOptions }
    files.set(
      path,
      JSON.stringify({ extends: `./${basename(tsconfig)}`, compilerOptions: options, files: paths, include: [] }),
    )
    const project = (await native.updateSnapshot({ openProjects: [path] })).getProject(path)
    if (!project) throw new Error(`${tsconfig} cannot be read.`)
    const [invalid] = await project.program.getConfigFileParsingDiagnostics()
    if (invalid) throw new Error(`${tsconfig}: ${messageOf(invalid)}`)
    return project
  }

  async function check(modules: readonly VirtualModule[], compilerOptions?: object): Promise<Diagnostic[]> {
    for (const { path, code } of modules) files.set(path, code)
    const { program } = await open(
      modules.map(({ path }) => path),
      compilerOptions,
    )
    const found = modules.map(async ({ path, code }) => {
      const errors = [await program.getSyntacticDiagnostics(path), await program.getSemanticDiagnostics(path)].flat()
      return errors.map((error) => ({ path, line: lineOf(code, error.pos), message: messageOf(error) }))
    })
    return (await Promise.all(found)).flat()
  }

  try {
    return await work({ open, check })
  } finally {
    await native.close()
  }
}

function lineOf(code: string, position: number): number {
  return code.slice(0, position).split('\n').length
}

function messageOf({ text, messageChain = [] }: NativeDiagnostic): string {
  return [text, ...messageChain.map(messageOf)].join(' ')
}
