import { AccountButton } from './features/account/account-button.tsx'
import { HomeScreen } from './features/home/home-screen.tsx'

/** /home: what to study, and the account of who studies. */
export function HomePage() {
  return <HomeScreen account={<AccountButton />} />
}
