/** What a browser must never hold or show: a name for reports, and the text itself. */
export type Secret = { name: string; text: string }

/** Something that was seen, and where: a body, an address, an item of a storage. */
export type Sight = { place: string; text: string }

/** A secret that was found, by the places of both. */
export type Find = { place: string; secret: string }

/** A token with its signature, whoever issued it: three parts, the first of a JSON object. */
const SIGNED_TOKEN = /eyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]{20,}/

/**
 * Looks for secrets in all that was seen, as they are and in the ways in which texts are usually written: escaped for
 * JSON or an address, in base64 of either alphabet, in hex. Any token that has a signature counts as well.
 */
export function findSecrets(sights: Iterable<Sight>, secrets: Iterable<Secret>): Find[] {
  const written = Array.from(secrets, ({ name, text }) => ({ name, forms: formsOf(text) }))
  return Array.from(sights).flatMap(({ place, text }) => {
    const names = written.filter(({ forms }) => forms.some((form) => text.includes(form))).map(({ name }) => name)
    if (SIGNED_TOKEN.test(text)) names.push('a signed token')
    return [...new Set(names)].map((secret) => ({ place, secret }))
  })
}

/** The secrets of a token of the service: whole, and its signature alone. */
export function secretsOfToken(name: string, jwt: string): Secret[] {
  const signature = jwt.split('.')[2] ?? ''
  return [{ name, text: jwt }, ...(signature === '' ? [] : [{ name: `signature of ${name}`, text: signature }])]
}

function formsOf(text: string): string[] {
  const bytes = Buffer.from(text)
  // Inside a longer text base64 depends on how many bytes stand before: what is the same whatever follows.
  const shifted = [0, 1, 2].map((before) =>
    Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .slice(Math.ceil((before * 4) / 3), Math.floor(((before + bytes.length) * 4) / 3)),
  )
  const base64 = shifted.flatMap((form) => [form, form.replaceAll('+', '-').replaceAll('/', '_')])
  const forms = [text, JSON.stringify(text).slice(1, -1), encodeURIComponent(text), bytes.toString('hex'), ...base64]
  return [...new Set(forms)]
}

/**
 * To be run in a page, which a driver hands it to as text: all of its origin that a script can read there, of both web
 * storages, the cookies, every database, and the addresses that were asked for.
 */
export async function whatScriptsRead(): Promise<Sight[]> {
  const storages = Object.entries({ localStorage, sessionStorage })
  const items = storages.flatMap(([place, storage]) =>
    Object.entries<string>(storage as Storage & Record<string, string>).map(([key, value]) => ({
      place,
      text: `${key} = ${value}`,
    })),
  )
  const addresses = performance.getEntriesByType('resource').map(({ name }) => ({ place: 'address', text: name }))
  const answer = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.addEventListener('success', () => resolve(request.result))
      request.addEventListener('error', () => reject(new Error('The database cannot be read.')))
    })
  const records: Sight[] = []
  for (const { name = '' } of await indexedDB.databases()) {
    const database = await answer(indexedDB.open(name))
    for (const store of database.objectStoreNames) {
      const values: unknown[] = await answer(database.transaction(store).objectStore(store).getAll())
      records.push({ place: 'IndexedDB', text: JSON.stringify(values) })
    }
    database.close()
  }
  return [...items, { place: 'document.cookie', text: document.cookie }, ...addresses, ...records]
}
