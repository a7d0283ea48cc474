import { readFileSync, readdirSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'

const IMPORT = /(?:from|import)\s*\(?\s*['"]([^'"]+)['"]/g

export type LayerBreach = { file: string; problem: string }

/**
 * Checks that every module is in a row of `layers` and imports only from its own row or an earlier row.
 *
 * @param source path of the package's `src` folder
 * @param layers rows from the innermost to the outermost. Each entry is a file (`client.ts`) or a folder (`srp/`) in
 * `source`
 */
export function findLayerBreaches(source: string, layers: readonly (readonly string[])[]): LayerBreach[] {
  const rowOf = (file: string) => {
    const matches = layers.flatMap((row, index) =>
      row.filter((entry) => belongs(file, entry)).map((entry) => ({ entry, index })),
    )
    return matches.sort((left, right) => right.entry.length - left.entry.length)[0]?.index
  }
  return sourceFiles(source).flatMap((file): LayerBreach[] => {
    const row = rowOf(file)
    if (row === undefined) return [{ file, problem: 'is not in any row of LAYERS' }]
    return relativeImports(source, file).flatMap((imported) => {
      const importedRow = rowOf(imported)
      if (importedRow === undefined || importedRow <= row) return []
      return [{ file, problem: `imports ${imported}, which is in a later row` }]
    })
  })
}

/** Returns the package specifiers that modules under `source` import, each with the importing files. */
export function packageImports(source: string): Map<string, string[]> {
  const importers = new Map<string, string[]>()
  for (const file of sourceFiles(source)) {
    for (const specifier of importSpecifiers(join(source, file))) {
      if (specifier.startsWith('.')) continue
      importers.set(specifier, [...(importers.get(specifier) ?? []), file])
    }
  }
  return importers
}

function sourceFiles(source: string): string[] {
  return readdirSync(source, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file) && !file.endsWith('.d.ts'))
}

function relativeImports(source: string, file: string): string[] {
  return importSpecifiers(join(source, file))
    .filter((specifier) => specifier.startsWith('.') && /\.tsx?$/.test(specifier))
    .map((specifier) => relative(source, resolve(source, dirname(file), specifier)).replaceAll('\\', '/'))
}

function importSpecifiers(path: string): string[] {
  const code = readFileSync(path, 'utf8').replaceAll(/^\s*(?:\/\/|\*|\/\*).*$/gm, '')
  return [...code.matchAll(IMPORT)].map((match) => match[1] ?? '')
}

function belongs(file: string, entry: string): boolean {
  return entry.endsWith('/') ? file.startsWith(entry) : file === entry
}
