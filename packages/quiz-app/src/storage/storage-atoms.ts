import { atom } from 'jotai'

import { createDeviceStorage } from './device-storage.ts'
import type { StorageProblem } from './device-storage.ts'

/** Name of the database on this device. */
export const databaseNameAtom = atom('revisa')

/** The database of this device, which may go away and come back: ask it before each use. */
export const storageAtom = atom((get) => createDeviceStorage({ name: get(databaseNameAtom) }))

const seenProblemAtom = atom<StorageProblem | null>(null)

/** Why this page goes on in memory; null as long as it need not. */
export const storageProblemAtom = atom(
  (get) => get(seenProblemAtom),
  (get, set) => {
    const storage = get(storageAtom)
    const see = () => set(seenProblemAtom, storage.problem())
    see()
    return storage.follow(see)
  },
)
storageProblemAtom.onMount = (follow) => follow()
