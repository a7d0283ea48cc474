import { Problem } from './problem.ts'

/** What `If-Match` and `If-None-Match` list: any version, or these (RFC 9110 §8.8.3). */
type EntityTags = '*' | { weak: boolean; opaque: string }[]

export type ConditionalHeader = 'If-Match' | 'If-None-Match'

/** The conditional headers of a request, as sent. */
export type Conditions = { [header in ConditionalHeader]: string | undefined }

const ENTITY_TAG = /^(W\/)?"([\x21\x23-\x7e\x80-\xff]*)"$/

/** A strong entity tag. */
export function entityTag(opaque: string): string {
  return `"${opaque}"`
}

/**
 * The header that forbids the request, or null (RFC 9110 §13.2.2).
 *
 * @param current opaque part of the stored version's entity tag; null when nothing is stored
 * @throws Problem 400 when a header is not a list of entity tags
 */
export function failedCondition(conditions: Conditions, current: string | null): ConditionalHeader | null {
  const required = parseEntityTags('If-Match', conditions['If-Match'])
  if (required !== null && !matches(required, current, 'strong')) return 'If-Match'
  const excluded = parseEntityTags('If-None-Match', conditions['If-None-Match'])
  if (excluded !== null && matches(excluded, current, 'weak')) return 'If-None-Match'
  return null
}

function matches(tags: EntityTags, current: string | null, comparison: 'strong' | 'weak'): boolean {
  if (current === null) return false
  if (tags === '*') return true
  return tags.some(({ weak, opaque }) => opaque === current && (comparison === 'weak' || !weak))
}

function parseEntityTags(header: ConditionalHeader, value: string | undefined): EntityTags | null {
  if (value === undefined) return null
  if (value.trim() === '*') return '*'
  return value.split(',').map((part) => {
    const match = ENTITY_TAG.exec(part.trim())
    if (match?.[2] !== undefined) return { weak: match[1] !== undefined, opaque: match[2] }
    throw new Problem({
      status: 400,
      code: 'invalid-entity-tag',
      detail: `${header} must be "*" or entity tags in double quotes, separated by commas.`,
      where: `header ${header}`,
    })
  })
}
