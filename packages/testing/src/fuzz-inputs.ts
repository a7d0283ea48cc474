/** A generator of its own, so that a seed repeats a run on any machine (mulberry32, T. Ettinger, public domain). */
export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = seed
  }

  /** From 0 to below 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let bits = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1)
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61)
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32
  }

  /** A whole number from 0 to below `limit`. */
  below(limit: number): number {
    return Math.floor(this.next() * limit)
  }

  pick<T>(choices: readonly T[]): T {
    return choices[this.below(choices.length)] as T
  }

  oneIn(count: number): boolean {
    return this.below(count) === 0
  }
}

/** What other programs have stumbled over. */
const ODD_TEXTS = [
  '',
  ' ',
  '0',
  'null',
  '__proto__',
  'constructor',
  'toString',
  '\ud800',
  '\u0000',
  'ÿ€💥',
  '{}',
  '[',
  '%',
  'a.b.c',
  '..',
  'e30.e30.e30',
  '-1',
  '1e999',
  '=',
  '+/-_',
]
const ODD_VALUES = [null, true, false, 0, -1, 1.5, 1e308, -1e308, 2 ** 53, [], {}, [null], [[]], { a: null }]

/** A copy of a value with a few members replaced, removed, doubled, moved, renamed or changed inside. */
export function mutate(random: Random, value: unknown): unknown {
  const root = { value: structuredClone(value) }
  for (let count = 1 + random.below(3); count > 0; count -= 1) {
    const slots = slotsOf(root)
    if (slots.length > 0) mutateSlot(random, random.pick(slots), slots)
  }
  return root.value
}

type Slot = { owner: Record<string, unknown>; name: string }

/** Every place of a value, the whole first. */
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
      return set(random.pick(ODD_VALUES.map((odd) => structuredClone(odd))))
    case 1:
      return set(random.pick(ODD_TEXTS))
    case 2:
      return void delete owner[name]
    case 3:
      return set([value, value])
    case 4: {
      const other = random.pick(slots)
      return set(structuredClone(other.owner[other.name]))
    }
    case 5:
      delete owner[name]
      owner[random.pick([...ODD_TEXTS, name.toLowerCase()])] = value
      return undefined
    case 6:
      return set({ [name]: value })
    default:
      return set(typeof value === 'string' ? mutateText(random, value) : random.pick(ODD_TEXTS))
  }
}

/** A text with some characters changed, taken out, put in or repeated. */
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
      return text.slice(0, at) + random.pick(ODD_TEXTS) + text.slice(at)
    case 4:
      return text.slice(0, at) + text.slice(at, until).repeat(1 + random.below(50)) + rest
    default:
      return text.slice(0, at) + String.fromCharCode((text.charCodeAt(at) || 0) ^ (1 << random.below(7))) + rest
  }
}

/** Any bytes at all, as text. */
export function randomText(random: Random): string {
  return Array.from({ length: random.below(200) }, () => String.fromCharCode(random.below(256))).join('')
}

/** As long as an answer may be, made to keep a parser busy. */
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

/** A body that breaks off behind these bytes, as when somebody goes away. */
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

/** What a `Headers` takes: no line ends, no zero byte, nothing above a byte. */
export function toHeader(text: string): string {
  return text.replaceAll(/[\r\n\0]|[^\0-\u00ff]/g, '?').trim()
}

/** Printable, and otherwise as it is: percent signs, dots and slashes stay. */
export function toPath(text: string): string {
  return text.toWellFormed().replaceAll(/[^\x21-\x7e]|#/gu, (character) => encodeURIComponent(character))
}
