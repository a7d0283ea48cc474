import { atom } from 'jotai'

import { createDeviceStorage } from './device-storage.ts'
import type { StorageProblem } from './device-storage.ts'

/** Name of the database on this device. */
export const databaseNameAtom = atom('revisa')

/** Database of this device, which may be lost and reopened: call `database()` before each use. */
export const storageAtom = atom((get) => createDeviceStorage({ name: get(databaseNameAtom) }))

const seenProblemAtom = atom<StorageProblem | null>(null)

/** Reason why this page stores its data only in memory; null if the page can use the database. */
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
