import { TextField } from './text-field.tsx'

/** Field for a one-time code from a message or an authenticator app. */
export function CodeField({ label }: { label: string }) {
  return <TextField label={label} name="code" inputMode="numeric" autoComplete="one-time-code" />
}
