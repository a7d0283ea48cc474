import * as fc from 'fast-check'

/** Random choices for one input, drawn by fast-check. The same seed always yields the same inputs. */
export class Random {
  readonly #draw: fc.GeneratorValue

  constructor(draw: fc.GeneratorValue) {
    this.#draw = draw
  }

  /** Creates choices outside a fast-check property. */
  static of(seed: number): Random {
    const [draw] = fc.sample<fc.GeneratorValue>(fc.gen(), { seed, numRuns: 1 })
    if (draw === undefined) throw new Error('fast-check returned no generator.')
    return new Random(draw)
  }

  /** Returns a whole number from 0 to `limit` - 1. */
  below(limit: number): number {
    return this.#draw(anyNatural) % limit
  }

  pick<T>(choices: readonly T[]): T {
    return choices[this.below(choices.length)] as T
  }

  oneIn(count: number): boolean {
    return this.below(count) === 0
  }

  /** Returns any JSON value. */
  value(): unknown {
    return this.#draw(anyValue)
  }

  /** Returns a short string of any characters, or a string that is known to break programs. */
  text(): string {
    return this.#draw(anyText)
  }

  /** Returns a string of up to 200 characters with codes up to 255. */
  bytes(): string {
    return this.#draw(anyBytes)
  }
}

const ODD_TEXTS = [
  '',
  '0',
  'null',
  '__proto__',
  'constructor',
  '\ud800',
  '\u0000',
  '{}',
  '[',
  '%',
  '..',
  'e30.e30.e30',
  '1e999',
  '=',
]

const anyNatural = () => fc.noBias(fc.nat())
const anyValue = () => fc.jsonValue()
const anyText = () => fc.oneof(fc.constantFrom(...ODD_TEXTS), fc.string({ unit: characterUpTo(0xffff) }))
const anyBytes = () => fc.string({ unit: characterUpTo(0xff), maxLength: 200 })
const characterUpTo = (highest: number) => fc.nat(highest).map((code) => String.fromCharCode(code))

/** Returns a copy of a value in which a few members are replaced, removed, duplicated, nested, renamed or mutated. */
export function mutate(random: Random, value: unknown): unknown {
  const root = { value: structuredClone(value) }
  for (let count = 1 + random.below(3); count > 0; count -= 1) {
    const slots = slotsOf(root)
    if (slots.length > 0) mutateSlot(random, random.pick(slots), slots)
  }
  return root.value
}

type Slot = { owner: Record<string, unknown>; name: string }

/** Returns all slots of an object, each before the slots inside its value. */
function slotsOf(owner: object): Slot[] {
  return Object.entries(owner).flatMap(([name, value]) => {
    const slot = { owner: owner as Record<string, unknown>, name }
    return typeof value === 'object' && value !== null ? [slot].concat(slotsOf(value as object)) : [slot]
  })
}

function mutateSlot(random: Random, { owner, name }: Slot, slots: readonly Slot[]): void {
  const value = owner[name]
  const set = (changed: unknown) => {
    owner[name] = changed
  }
  switch (random.below(8)) {
    case 0:
      return set(random.value())
    case 1:
      return set(random.text())
    case 2:
      return void delete owner[name]
    case 3:
      return set([value, value])
    case 4: {
      const other = random.pick(slots)
      return set(structuredClone(other.owner[other.name]))
    }
    case 5: {
      delete owner[name]
      const renamed = random.oneIn(9) ? name.toLowerCase() : random.text()
      // An assignment to `__proto__` would change the prototype.
      return void Object.defineProperty(owner, renamed, { value, writable: true, enumerable: true, configurable: true })
    }
    case 6:
      return set({ [name]: value })
    default:
      return set(typeof value === 'string' ? mutateText(random, value) : random.text())
  }
}

/** Returns a copy of a string with some characters changed, removed, inserted or repeated. */
export function mutateText(random: Random, text: string): string {
  const at = random.below(text.length + 1)
  const until = Math.min(text.length, at + 1 + random.below(8))
  const rest = text.slice(until)
  switch (random.below(6)) {
    case 0:
      return text.slice(0, at)
    case 1:
      return text.slice(0, at) + rest
    case 2:
      return text.slice(0, at) + String.fromCharCode(random.below(0x10000)) + rest
    case 3:
      return text.slice(0, at) + random.text() + text.slice(at)
    case 4:
      return text.slice(0, at) + text.slice(at, until).repeat(1 + random.below(50)) + rest
    default:
      return text.slice(0, at) + String.fromCharCode((text.charCodeAt(at) || 0) ^ (1 << random.below(7))) + rest
  }
}

/** Returns a string of about 990,000 characters that may be slow to parse. */
export function hugeText(random: Random): string {
  const unit = random.pick([
    '[',
    '{"a":',
    '0',
    'A',
    'ff',
    ' ',
    '\u0000',
    'null,',
    '"a",',
    '€',
    '%',
    '.',
    '=',
    ':',
    ',',
    '-',
  ])
  return random.pick(['', '{"a":']) + unit.repeat(Math.floor(990_000 / unit.length))
}

/** Creates a body that fails after these bytes, as if the client had disconnected. */
export function brokenOff(bytes: string | Uint8Array): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      controller.enqueue(Buffer.from(bytes))
    },
    pull(controller) {
      controller.error(new TypeError('terminated'))
    },
  })
}

/** Trims a string and replaces characters that a `Headers` object rejects: line breaks, zero bytes, and characters above 255. */
export function toHeader(text: string): string {
  return text.replaceAll(/[\r\n\0]|[^\0-\u00ff]/g, '?').trim()
}

/** Encodes spaces, control characters, characters outside ASCII, and `#`. Percent signs, dots and slashes stay unchanged. */
export function toPath(text: string): string {
  return text.toWellFormed().replaceAll(/[^\x21-\x7e]|#/gu, (character) => encodeURIComponent(character))
}
