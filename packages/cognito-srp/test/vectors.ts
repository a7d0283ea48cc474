import { readFileSync } from 'node:fs'

/** A text of a vector; long ones are stored as a part and how often it comes. */
type StoredText = string | { repeat: string; times: number }

type StoredVector = {
  id: string
  kind: string
  input: Record<string, StoredText | number>
  output: Record<string, string>
  derived?: Record<string, string>
}

/** One known answer, its long texts written out; `output` holds every value that must come out. */
export type Vector<Input> = { id: string; kind: string; input: Input; output: Record<string, string> }

const FILES = ['published.json', 'rfc.json', 'edge-cases.json']

/** Every known answer of all files under `vectors/`. */
export function allVectors(): Vector<Record<string, unknown>>[] {
  return FILES.flatMap(readVectors).map(({ id, kind, input, output, derived }) => ({
    id,
    kind,
    input: Object.fromEntries(Object.entries(input).map(([name, value]) => [name, writeOut(value)])),
    output: { ...derived, ...output },
  }))
}

/** The known answers of one kind. */
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
