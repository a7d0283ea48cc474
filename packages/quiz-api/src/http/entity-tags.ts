import type { Context } from 'hono'

import { HttpProblem } from './problem.ts'

/** Value of `If-Match` or `If-None-Match`: `*` for any version, or a list of tags (RFC 9110 §8.8.3). */
type EntityTags = '*' | { weak: boolean; opaque: string }[]

export type ConditionalHeader = 'If-Match' | 'If-None-Match'

/** The conditional headers of a request, with null for an absent header. */
export type Conditions = { [header in ConditionalHeader]: EntityTags | null }

const ENTITY_TAG = /^(W\/)?"([\x21\x23-\x7e\x80-\xff]*)"$/

/** Formats a strong entity tag. */
export function entityTag(version: string): string {
  return `"${version}"`
}

/**
 * Sets the headers of a response that a browser may cache but must revalidate before each use. A 304 response needs
 * these headers too.
 *
 * @param vary the request headers on which the response depends
 */
export function allowRevalidation(c: Context, version: string, vary: string): void {
  c.header('ETag', entityTag(version))
  c.header('Cache-Control', 'private, no-cache')
  c.header('Vary', vary)
}

/** Whether the client's cached copy, as named by `If-None-Match`, is this version. The response is then 304. */
export function isCurrentCopy(c: Context, version: string): boolean {
  const copies = parseEntityTags('If-None-Match', c.req.header('If-None-Match'))
  return copies !== null && matches(copies, version, 'weak')
}

/**
 * Parses the conditions of a write.
 *
 * @throws HttpProblem 400 when a header is not a list of entity tags
 */
export function parseConditions(valueOf: (header: ConditionalHeader) => string | undefined): Conditions {
  return {
    'If-Match': parseEntityTags('If-Match', valueOf('If-Match')),
    'If-None-Match': parseEntityTags('If-None-Match', valueOf('If-None-Match')),
  }
}

/**
 * Returns the header whose condition fails, or null (RFC 9110 §13.2.2).
 *
 * @param current the stored version; null when nothing is stored
 */
export function failedCondition(conditions: Conditions, current: string | null): ConditionalHeader | null {
  const { 'If-Match': required, 'If-None-Match': excluded } = conditions
  if (required !== null && !matches(required, current, 'strong')) return 'If-Match'
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
    throw new HttpProblem({
      status: 400,
      code: 'invalid-entity-tag',
      detail: `${header} must be "*" or entity tags in double quotes, separated by commas.`,
      where: `header ${header}`,
    })
  })
}
