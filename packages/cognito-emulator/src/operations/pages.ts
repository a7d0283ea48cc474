import { invalidParameter } from '../service-error.ts'

/** The most that one answer lists, and what it lists when the request says nothing or 0. */
const LARGEST_PAGE = 60

/** Which part of a list a request asks for. */
export type PageRequest = { limit?: number | undefined; token?: string | undefined }

/** Part of a list, and the token of the next part when there is one. */
export type Page<Item> = { page: Item[]; nextToken: string | undefined }

/**
 * The part of a list that a request asks for, in the order of the items' keys. The token says after which key it goes on, so
 * that who removes what a page lists finds all of the next page.
 *
 * @throws {ServiceError} InvalidParameterException for a token that nobody was given.
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
  const page = rest.slice(0, limit || LARGEST_PAGE)
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
