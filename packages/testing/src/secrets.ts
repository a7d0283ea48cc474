/** A string that a browser must never store or show, with a name for reports. */
export type Secret = { name: string; text: string }

/** An observed string and its place, such as a body, a URL or a storage item. */
export type Sight = { place: string; text: string }

/** The place and the name of a secret that was found. */
export type Find = { place: string; secret: string }

/** A JWT with its signature, from any issuer. A JWT has three parts, the first two of which are encoded JSON objects. */
const SIGNED_TOKEN = /eyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]{20,}/

/**
 * Finds secrets in the observed texts, in plain form and in JSON, URL encoding, base64, base64url and hex. Any signed
 * token also counts as a secret.
 */
export function findSecrets(sights: Iterable<Sight>, secrets: Iterable<Secret>): Find[] {
  const written = Array.from(secrets, ({ name, text }) => ({ name, forms: formsOf(text) }))
  return Array.from(sights).flatMap(({ place, text }) => {
    const names = written.filter(({ forms }) => forms.some((form) => text.includes(form))).map(({ name }) => name)
    if (SIGNED_TOKEN.test(text)) names.push('a signed token')
    return [...new Set(names)].map((secret) => ({ place, secret }))
  })
}

/** Returns the secrets in a token: the whole token, and its signature if it has one. */
export function secretsOfToken(name: string, jwt: string): Secret[] {
  const signature = jwt.split('.')[2] ?? ''
  return [{ name, text: jwt }, ...(signature === '' ? [] : [{ name: `signature of ${name}`, text: signature }])]
}

function formsOf(text: string): string[] {
  const bytes = Buffer.from(text)
  // The base64 form of a string inside a longer string depends on the number of preceding bytes, so the characters that
  // depend on the surrounding bytes are removed.
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
 * Returns data that a script of the origin can read: localStorage, sessionStorage, cookies, the IndexedDB databases,
 * and the URLs of requested resources. A driver injects this function into a page as source text.
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
      request.addEventListener('error', () => reject(new Error('A database of this origin cannot be read.')))
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
