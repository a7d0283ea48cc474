import { atom } from 'jotai'
import type { WritableAtom } from 'jotai'

/**
 * An atom for something the app is given at start: configuration, the identity client, `fetch`.
 *
 * @param name for the error of a store that was not given it
 */
export function serviceAtom<Service extends object>(name: string): WritableAtom<Service, [Service], void> {
  const givenAtom = atom<{ service: Service } | null>(null)
  return atom(
    (get) => {
      const given = get(givenAtom)
      if (given === null) throw new Error(`The store was not given its ${name}.`)
      return given.service
    },
    (_get, set, service: Service) => set(givenAtom, { service }),
  )
}
