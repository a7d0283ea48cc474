import { dirname } from 'node:path'
import ts from 'typescript'

/** A module that exists only in memory. The path determines the module's packages and compiler options. */
export type VirtualModule = { path: string; code: string }

export type Diagnostic = { path: string; line: number; message: string }

/** Cache of the declarations of the platform and of packages, which are long and the same for every program. */
const installed = new Map<string, ts.SourceFile | undefined>()

/** Creates a compiler host that reads installed packages only once. */
export function readDisk(options: ts.CompilerOptions): ts.CompilerHost {
  const disk = ts.createCompilerHost(options)
  return {
    ...disk,
    getSourceFile(path, version, ...rest) {
      if (!path.includes('/node_modules/')) return disk.getSourceFile(path, version, ...rest)
      const key = `${path} ${JSON.stringify(version)}`
      if (!installed.has(key)) installed.set(key, disk.getSourceFile(path, version, ...rest))
      return installed.get(key)
    },
  }
}

/**
 * Compiles in-memory modules as one program.
 *
 * @param known a program whose files are reused
 */
export function typeCheck(
  modules: readonly VirtualModule[],
  options: ts.CompilerOptions,
  known?: ts.Program,
): Diagnostic[] {
  const codes = new Map(modules.map(({ path, code }) => [path, code]))
  const disk = readDisk(options)
  const compiled = ts.createProgram([...codes.keys()], options, {
    ...disk,
    fileExists: (path) => codes.has(path) || disk.fileExists(path),
    getSourceFile(path, version, ...rest) {
      const code = codes.get(path)
      if (code !== undefined) return ts.createSourceFile(path, code, version)
      return known?.getSourceFile(path) ?? disk.getSourceFile(path, version, ...rest)
    },
  })
  return modules.flatMap(({ path }) => {
    const source = compiled.getSourceFile(path)
    const found = [...compiled.getSyntacticDiagnostics(source), ...compiled.getSemanticDiagnostics(source)]
    return found.map(({ messageText, start = 0 }) => ({
      path,
      line: (source?.getLineAndCharacterOfPosition(start).line ?? 0) + 1,
      message: ts.flattenDiagnosticMessageText(messageText, ' '),
    }))
  })
}

/**
 * Reads the options of a tsconfig.json, for code that is only checked. Unused variables are allowed, because an example
 * may end with an unused variable.
 */
export function readOptions(tsconfig: string): ts.CompilerOptions {
  const read = ts.readConfigFile(tsconfig, (path) => ts.sys.readFile(path))
  const { options, errors } = ts.parseJsonConfigFileContent(read.config, ts.sys, dirname(tsconfig))
  const error = read.error ?? errors[0]
  if (error) throw new Error(ts.flattenDiagnosticMessageText(error.messageText, ' '))
  return { ...options, noEmit: true, noUnusedLocals: false, declaration: false, isolatedDeclarations: false }
}
