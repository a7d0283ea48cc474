import { deleteWebAuthnCredential, PasskeyError, registerPasskey } from '@cognito-srp/client'
import type { CognitoClient, WebAuthnCredential } from '@cognito-srp/client'

import { accountFailureText, passkeysText } from '../../text/account.ts'
import { Button } from '../../widgets/button.tsx'
import layout from '../../styles/layout.module.css'
import { unlessGone } from './account-calls.ts'
import { readPasskeys } from './account-lists.ts'
import { ConfirmButton, OutcomeLine, ReadingView } from './account-parts.tsx'
import { useAccountAction, useAccountReading } from './account-work.tsx'
import styles from './account.module.css'

/** Creates passkeys in this browser, lists them with the names that the service gave them, and removes them. */
export function PasskeysSection() {
  const { reading, reload, retry } = useAccountReading(readPasskeys)
  const { outcome, run } = useAccountAction({
    'not-offered': passkeysText.notOffered,
    'passkey-unused': passkeysText.notMade,
  })

  const add = () =>
    run(async (call) => {
      const done = await call(addPasskey)
      await reload()
      return done
    })
  const remove = (credentialId: string) =>
    run(async (call) => {
      await call((client, options) => unlessGone(deleteWebAuthnCredential(client, { credentialId, ...options })))
      await reload()
      return passkeysText.removed
    })

  return (
    <>
      <p>{passkeysText.purpose}</p>
      <ReadingView reading={reading} onRetry={retry} notOffered={passkeysText.notOffered}>
        {(passkeys) => (
          <>
            <PasskeyList passkeys={passkeys} onRemove={(id) => void remove(id)} />
            <AddPasskey onAdd={() => void add()} />
          </>
        )}
      </ReadingView>
      <OutcomeLine outcome={outcome} />
    </>
  )
}

function PasskeyList({ passkeys, onRemove }: { passkeys: WebAuthnCredential[]; onRemove: (id: string) => void }) {
  if (passkeys.length === 0) return <p>{passkeysText.none}</p>
  return (
    <>
      <ul className={styles.list}>
        {passkeys.map((passkey) => (
          <Passkey key={passkey.credentialId} passkey={passkey} onRemove={() => onRemove(passkey.credentialId)} />
        ))}
      </ul>
      <p className={layout.soft}>{passkeysText.named}</p>
    </>
  )
}

function Passkey({ passkey, onRemove }: { passkey: WebAuthnCredential; onRemove: () => void }) {
  const name = passkey.friendlyCredentialName || passkeysText.unnamed
  const created = passkey.createdAt ? passkeysText.created(passkey.createdAt) : ''
  const isPortable = passkey.authenticatorAttachment === 'cross-platform'
  return (
    <li className={styles.item}>
      <span className={styles.name}>{name}</span>
      <span className={layout.soft}>{[created, isPortable && passkeysText.portable].filter(Boolean).join(', ')}</span>
      <ConfirmButton
        label={passkeysText.remove}
        accessibleName={passkeysText.removeNamed(name, created)}
        question={passkeysText.removeQuestion}
        onConfirm={onRemove}
      />
    </li>
  )
}

function AddPasskey({ onAdd }: { onAdd: () => void }) {
  if (!isSecureContext) return <p>{passkeysText.notHere}</p>
  if (typeof PublicKeyCredential === 'undefined') return <p>{passkeysText.notSupported}</p>
  return (
    <div>
      <Button appearance="outlined" onClick={onAdd}>
        {passkeysText.add}
      </Button>
    </div>
  )
}

/** Creates a passkey in this browser and registers it. @returns a message for the user, or null if the user cancelled */
async function addPasskey(client: CognitoClient, options: { signal: AbortSignal }): Promise<string | null> {
  try {
    await registerPasskey(client, options)
    return passkeysText.added
  } catch (cause) {
    const reason = cause instanceof PasskeyError ? cause.reason : undefined
    if (reason === 'cancelled' || reason === 'aborted') return null
    if (reason === 'exists') return passkeysText.exists
    if (reason === 'wrong-origin') return accountFailureText['address-refused']
    throw cause
  }
}
