import { useNavigate } from 'react-router-dom'

import { commonText } from '../text.ts'
import { HeaderButton } from './header-button.tsx'

export function HomeButton() {
  const navigate = useNavigate()
  return <HeaderButton icon="home" name={commonText.home} onPress={() => void navigate('/home')} />
}
