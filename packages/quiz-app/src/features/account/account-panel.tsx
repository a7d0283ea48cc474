import { getSession } from '@cognito-srp/client'

import layout from '../../styles/layout.module.css'
import {
  accountText,
  authenticatorText,
  dataText,
  deletionText,
  devicesText,
  passkeysText,
  passwordText,
  phoneText,
  sessionsText,
} from '../../text/account.ts'
import { AccountSection, ReadingView } from './account-parts.tsx'
import { useAccountReading } from './account-work.tsx'
import styles from './account.module.css'
import { AuthenticatorSection } from './authenticator-section.tsx'
import { DataSection } from './data-section.tsx'
import { DeletionSection } from './deletion-section.tsx'
import { DevicesSection } from './devices-section.tsx'
import { PasskeysSection } from './passkeys-section.tsx'
import { PasswordSection } from './password-section.tsx'
import { PhoneSection } from './phone-section.tsx'
import { SessionsSection } from './sessions-section.tsx'

/** Sections in which users manage their own account. */
export function AccountPanel() {
  const { reading, retry } = useAccountReading((client, options) => getSession(client, options))
  return (
    <ReadingView reading={reading} onRetry={retry}>
      {({ username, idToken }) => {
        const { email } = idToken.claims
        const name = typeof email === 'string' ? email : username
        return (
          <>
            <p className={layout.soft}>{accountText.signedInAs(name)}</p>
            <div className={styles.sections}>
              <AccountSection title={passwordText.title}>
                <PasswordSection signInName={name} />
              </AccountSection>
              <AccountSection title={authenticatorText.title}>
                <AuthenticatorSection signInName={name} />
              </AccountSection>
              <AccountSection title={passkeysText.title}>
                <PasskeysSection />
              </AccountSection>
              <AccountSection title={devicesText.title}>
                <DevicesSection />
              </AccountSection>
              <AccountSection title={phoneText.title}>
                <PhoneSection />
              </AccountSection>
              <AccountSection title={sessionsText.title}>
                <SessionsSection />
              </AccountSection>
              <AccountSection title={dataText.title}>
                <DataSection />
              </AccountSection>
              <AccountSection title={deletionText.title}>
                <DeletionSection />
              </AccountSection>
            </div>
          </>
        )
      }}
    </ReadingView>
  )
}
