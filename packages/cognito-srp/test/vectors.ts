import { readFileSync } from 'node:fs'

/** Text of a vector. A long text is stored as a part with its number of repetitions. */
type StoredText = string | { repeat: string; times: number }

type StoredVector = {
  id: string
  kind: string
  input: Record<string, StoredText | number>
  output: Record<string, string>
  derived?: Record<string, string>
}

/** Test vector with long texts expanded. `output` contains every expected value. */
export type Vector<Input> = { id: string; kind: string; input: Input; output: Record<string, string> }

const FILES = ['published.json', 'rfc.json', 'edge-cases.json']

/** Returns all vectors of all files in `vectors/`. */
export function allVectors(): Vector<Record<string, unknown>>[] {
  return FILES.flatMap(readVectors).map(({ id, kind, input, output, derived }) => ({
    id,
    kind,
    input: Object.fromEntries(Object.entries(input).map(([name, value]) => [name, writeOut(value)])),
    output: { ...derived, ...output },
  }))
}

/** Returns the vectors of one kind. */
export function vectorsOf<Input>(kind: string): Vector<Input>[] {
  const found = allVectors().filter((vector) => vector.kind === kind)
  if (found.length === 0) throw new Error(`There is no vector of kind ${kind}.`)
  return found as Vector<Input>[]
}

function readVectors(file: string): StoredVector[] {
  const text = readFileSync(new URL(`../vectors/${file}`, import.meta.url), 'utf8')
  return (JSON.parse(text) as { vectors: StoredVector[] }).vectors
}

function writeOut(value: StoredText | number): string | number {
  return typeof value === 'object' ? value.repeat.repeat(value.times) : value
}
