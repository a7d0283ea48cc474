import { atom } from 'jotai'
import { atomWithStorage, createJSONStorage, unstable_withStorageValidator as withStorageValidator } from 'jotai/utils'
import * as z from 'zod/mini'

import { ownValue } from '../own-value.ts'
import { usernameAtom } from '../session/auth.ts'
import { tryWebStorage } from '../storage/web-storage.ts'
import { bankAtom, themeChoicesAtom } from './bank.ts'

/** Lengths that a run may have; null means all questions. */
export const RUN_LENGTHS = [null, 10, 20, 30] as const

/** Choice on the home screen: themes (an empty list means all) and the length of a run. */
export type StudyChoice = z.infer<typeof choiceSchema>

const choiceSchema = z.object({ themes: z.array(z.string()), runLength: z.literal(RUN_LENGTHS) })
const choicesSchema = z.record(z.string(), choiceSchema)

const NOTHING_CHOSEN: StudyChoice = { themes: [], runLength: null }

const NOT_KEPT = 'The choice of themes is not kept for the next visit.'

/** The browser's storage. If the browser blocks storage, the choice lasts as long as the page. */
const deviceStorage = {
  getItem: (key: string) => tryWebStorage(() => localStorage.getItem(key), NOT_KEPT),
  setItem: (key: string, text: string) => tryWebStorage(() => localStorage.setItem(key, text), NOT_KEPT),
  removeItem: (key: string) => tryWebStorage(() => localStorage.removeItem(key), NOT_KEPT),
}

const isChoices = (kept: unknown): kept is Record<string, StudyChoice> => choicesSchema.safeParse(kept).success

/** Choices of this device's users, by username. */
const keptChoicesAtom = atomWithStorage<Record<string, StudyChoice>>(
  'revisa.choices',
  {},
  withStorageValidator(isChoices)(createJSONStorage(() => deviceStorage)),
  { getOnInit: true },
)

/** The user's choice, stored for the next visit, without themes that the bank no longer contains. Writing updates only the given fields. */
export const studyChoiceAtom = atom(
  (get): StudyChoice => {
    const { themes, runLength } = ownValue(get(keptChoicesAtom), get(usernameAtom) ?? '') ?? NOTHING_CHOSEN
    if (get(bankAtom).status !== 'ready') return { themes, runLength }
    const choices = new Set(get(themeChoicesAtom))
    return { themes: themes.filter((theme) => choices.has(theme)), runLength }
  },
  (get, set, change: Partial<StudyChoice>) => {
    const username = get(usernameAtom)
    if (username === null) return
    set(keptChoicesAtom, (kept) => ({ ...kept, [username]: { ...get(studyChoiceAtom), ...change } }))
  },
)

/** Deletes the user's choice on this device. */
export const forgetStudyChoiceAtom = atom(null, (get, set) => {
  const username = get(usernameAtom)
  set(keptChoicesAtom, (kept) => Object.fromEntries(Object.entries(kept).filter(([user]) => user !== username)))
})
