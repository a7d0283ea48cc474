import * as z from 'zod/mini'

import { tryWebStorage } from '../../storage/web-storage.ts'

const recoverySchema = z.object({
  /** User name or address of the account. */
  username: z.string(),
  /**
   * Step of the form: the address (`request`), a code and a new password (`reset`), or the code for a new account
   * (`confirm`).
   */
  step: z.literal(['request', 'reset', 'confirm']),
  /** Masked destination and time of the last code that this page requested, or null if the page has not requested a code. */
  sent: z.nullable(z.object({ destination: z.string(), atMs: z.number() })),
  /** Whether the service rejects every sign-in until the password is changed. */
  isRequired: z.boolean(),
})

const keptSchema = z.union([
  z.object({ name: z.literal('recovery'), recovery: recoverySchema }),
  z.object({ name: z.literal('device-consent'), username: z.string() }),
])

/** State of a password reset, or of the confirmation of a new account. */
export type Recovery = z.infer<typeof recoverySchema>

/** Stage that survives a reload of the tab. The sign-in store saves open challenges separately. */
export type KeptStage = z.infer<typeof keptSchema>

/** Stores a stage that survives a reload of this tab, or removes the stored stage if `stage` is null. */
export function keepStage(clientId: string, stage: KeptStage | null): void {
  const key = keyOf(clientId)
  tryWebStorage(
    () => (stage ? sessionStorage.setItem(key, JSON.stringify(stage)) : sessionStorage.removeItem(key)),
    'The login stage could not be stored or removed.',
  )
}

/** Returns the stage that this tab stored for an app client, or null if the stage is missing or damaged. */
export function readKeptStage(clientId: string): KeptStage | null {
  return tryWebStorage(() => {
    const text = sessionStorage.getItem(keyOf(clientId))
    return text === null ? null : keptSchema.parse(JSON.parse(text))
  }, 'The stored login stage could not be read.')
}

function keyOf(clientId: string): string {
  return `revisa.login.${clientId}`
}
