import { expect, test } from 'vitest'

import { failedCondition, parseConditions } from './entity-tags.ts'

test.each<[string | undefined, string | undefined, string | null, string | null]>([
  // columns: If-Match, If-None-Match, stored version, failed condition
  [undefined, undefined, 'v1', null],
  [undefined, undefined, null, null],
  ['"v1"', undefined, 'v1', null],
  ['"v0", "v1"', undefined, 'v1', null],
  ['"v0"', undefined, 'v1', 'If-Match'],
  ['W/"v1"', undefined, 'v1', 'If-Match'],
  ['*', undefined, 'v1', null],
  ['*', undefined, null, 'If-Match'],
  ['"v1"', undefined, null, 'If-Match'],
  [undefined, '"v1"', 'v1', 'If-None-Match'],
  [undefined, 'W/"v1"', 'v1', 'If-None-Match'],
  [undefined, '"v0","v2"', 'v1', null],
  [undefined, '*', 'v1', 'If-None-Match'],
  [undefined, ' * ', null, null],
  ['"v1"', '"v1"', 'v1', 'If-None-Match'],
  ['"v0"', '"v1"', 'v1', 'If-Match'],
  ['""', undefined, '', null],
])(
  'failedCondition with If-Match %s, If-None-Match %s and the stored version %s returns %s',
  (ifMatch, ifNoneMatch, current, failed) => {
    const headers = { 'If-Match': ifMatch, 'If-None-Match': ifNoneMatch }
    expect(
      failedCondition(
        parseConditions((name) => headers[name]),
        current,
      ),
    ).toBe(failed)
  },
)
