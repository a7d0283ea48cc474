import { TextField } from './text-field.tsx'

/** Where a one-time code is typed, as it was sent or as an app shows it. */
export function CodeField({ label }: { label: string }) {
  return <TextField label={label} name="code" inputMode="numeric" autoComplete="one-time-code" />
}
