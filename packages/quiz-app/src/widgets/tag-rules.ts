/** Rules that turn entries into tags. Names and defaults are those of the input-tag (specification §9). */
export type TagRules = {
  /** Character that ends an entry. */
  separator: string
  /** Whether each tag may occur only once. */
  unique: boolean
  /** Maximum length of a tag in code points; 0 means no limit. */
  maxLength: number
}

/** Default rules, in which a comma separates unique tags of any length. */
export const DEFAULT_TAG_RULES: TagRules = { separator: ',', unique: true, maxLength: 0 }

/** Splits the field's text. Each part before a separator is an entry; the rest is still being typed. */
export function splitEntries(text: string, separator: string): { entries: string[]; rest: string } {
  const pieces = text.split(separator)
  return { entries: pieces.slice(0, -1), rest: pieces.at(-1) ?? '' }
}

/**
 * Returns the tags with the entries added. Entries are trimmed, truncated, and dropped if empty. With `unique`, an existing tag moves
 * to the end.
 */
export function addTags(tags: readonly string[], entries: readonly string[], rules: TagRules): string[] {
  const added = entries.map((entry) => clip(entry.trim(), rules.maxLength)).filter((entry) => entry !== '')
  const all = [...tags, ...added]
  return rules.unique ? all.filter((tag, index) => all.lastIndexOf(tag) === index) : all
}

/** Returns a stable key for each tag: its text and the number of equal tags before it. */
export function tagKeys(tags: readonly string[]): string[] {
  const seen = new Map<string, number>()
  return tags.map((tag) => {
    const before = seen.get(tag) ?? 0
    seen.set(tag, before + 1)
    return `${before} ${tag}`
  })
}

/**
 * Truncates by code points. A surrogate pair is never split, but an emoji of several code points can be split, because Firefox 115 does
 * not support `Intl.Segmenter` (decision 035).
 */
function clip(entry: string, maxLength: number): string {
  if (maxLength <= 0) return entry
  return Array.from(entry).slice(0, maxLength).join('').trimEnd()
}
