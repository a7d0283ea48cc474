import { invalidParameter } from '../service-error.ts'

/** Default number of items in a page. A limit of 0 means the default. */
const MAX_PAGE_SIZE = 60

/** Limit and token of a request for a page. */
export type PageRequest = { limit?: number | undefined; token?: string | undefined }

/** A page of a list, and the token of the next page if there is one. */
export type Page<Item> = { page: Item[]; nextToken: string | undefined }

/**
 * Returns a page of a list, sorted by the items' keys. The token contains the last key of the page, so that removing the items
 * of this page does not skip items of the next page.
 *
 * @throws {ServiceError} InvalidParameterException for a malformed token.
 */
export function pageOf<Item>(
  items: readonly Item[],
  { limit, token }: PageRequest,
  keyOf: (item: Item) => string,
): Page<Item> {
  const afterKey = token === undefined ? '' : readToken(token)
  const rest = items
    .map((item) => ({ key: keyOf(item), item }))
    .filter(({ key }) => key > afterKey)
    .toSorted((one, other) => (one.key < other.key ? -1 : 1))
  const page = rest.slice(0, limit || MAX_PAGE_SIZE)
  const last = page.at(-1)
  return {
    page: page.map(({ item }) => item),
    nextToken: last && page.length < rest.length ? writeToken(last.key) : undefined,
  }
}

function writeToken(key: string): string {
  return Buffer.from(key).toString('base64url')
}

function readToken(token: string): string {
  const key = Buffer.from(token, 'base64url').toString()
  if (key === '' || writeToken(key) !== token) throw invalidParameter('Invalid pagination token given.')
  return key
}
