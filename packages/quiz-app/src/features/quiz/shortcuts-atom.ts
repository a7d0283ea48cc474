import { atomWithStorage } from 'jotai/utils'

/** Whether single-key shortcuts are on (WCAG 2.1.4); stored for the next visit. */
export const areShortcutsOnAtom = atomWithStorage('revisa.shortcuts', true)
