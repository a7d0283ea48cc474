import { AccountButton } from './features/account/account-button.tsx'
import { HomeScreen } from './features/home/home-screen.tsx'

/** Page at /home: the choice of questions and the account. */
export function HomePage() {
  return <HomeScreen account={<AccountButton />} />
}
