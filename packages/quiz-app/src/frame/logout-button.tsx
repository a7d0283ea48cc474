import { useSetAtom } from 'jotai'

import { logoutAtom } from '../features/quiz/logout-atom.ts'
import { commonText } from '../text.ts'
import { HeaderButton } from './header-button.tsx'

export function LogoutButton() {
  const logOut = useSetAtom(logoutAtom)
  return <HeaderButton icon="exit" name={commonText.logout} onPress={() => void logOut()} />
}
