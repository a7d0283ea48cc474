/** How entries become tags; the names and defaults are those of the input-tag (specification §9). */
export type TagRules = {
  /** Ends an entry. */
  separator: string
  /** Whether a tag stands in the list once at most. */
  unique: boolean
  /** Longest tag in characters; 0 is no limit. */
  maxLength: number
}

/** The rules where a form states none: comma, unique, no limit. */
export const DEFAULT_TAG_RULES: TagRules = { separator: ',', unique: true, maxLength: 0 }

/** Splits what stands in the field: every piece that a separator ends is an entry, the rest is still being typed. */
export function splitEntries(text: string, separator: string): { entries: string[]; rest: string } {
  const pieces = text.split(separator)
  return { entries: pieces.slice(0, -1), rest: pieces.at(-1) ?? '' }
}

/**
 * The tags after adding entries: trimmed, clipped, empty ones dropped. With `unique` a tag that is there already moves
 * to the end, as if it had only now been typed.
 */
export function addTags(tags: readonly string[], entries: readonly string[], rules: TagRules): string[] {
  const added = entries.map((entry) => clip(entry.trim(), rules.maxLength)).filter((entry) => entry !== '')
  const all = [...tags, ...added]
  return rules.unique ? all.filter((tag, index) => all.lastIndexOf(tag) === index) : all
}

/** A key for each tag that stays the same while others come and go: its text and how many equal ones stand before it. */
export function tagKeys(tags: readonly string[]): string[] {
  const seen = new Map<string, number>()
  return tags.map((tag) => {
    const before = seen.get(tag) ?? 0
    seen.set(tag, before + 1)
    return `${before} ${tag}`
  })
}

/** Counts characters as code points, so that an emoji is never cut in half. */
function clip(entry: string, maxLength: number): string {
  if (maxLength <= 0) return entry
  return Array.from(entry).slice(0, maxLength).join('').trimEnd()
}
