import { atomWithStorage } from 'jotai/utils'

/** Whether the person wants single keys to act (WCAG 2.1.4); kept for the next visit. */
export const areShortcutsOnAtom = atomWithStorage('revisa.shortcuts', true)
