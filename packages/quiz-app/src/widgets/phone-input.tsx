import { useId, useLayoutEffect, useRef } from 'react'
import type { ChangeEvent } from 'react'

import fieldStyles from './field.module.css'
import {
  caretAfterDigits,
  findPhoneCountry,
  formatPhone,
  PHONE_COUNTRIES,
  readPhone,
  readPhoneEdit,
} from './phone-number.ts'
import type { PhoneNumber } from './phone-number.ts'
import styles from './phone-input.module.css'

type PhoneInputProps = {
  label: string
  countryLabel: string
  /** BCP 47 language of the countries' names. */
  locale: string
  value: PhoneNumber
  onChange: (value: PhoneNumber) => void
}

/** A phone number with its country, written as that country writes it while it is typed or pasted. */
export function PhoneInput({ label, countryLabel, locale, value, onChange }: PhoneInputProps) {
  const id = useId()
  const { input, keepCaretAfter } = useCaret()

  const edit = ({ target, nativeEvent }: ChangeEvent<HTMLInputElement>) => {
    const inputType = nativeEvent instanceof InputEvent ? nativeEvent.inputType : ''
    const caret = target.selectionStart ?? target.value.length
    const { number, caretDigits } = readPhoneEdit({ text: target.value, caret, inputType }, value)
    keepCaretAfter(caretDigits)
    onChange(number)
  }
  return (
    <div className={styles.phone}>
      <CountrySelect
        label={countryLabel}
        locale={locale}
        value={value.country}
        onChange={(country) => onChange(readPhone(value.digits, country))}
      />
      <div className={`${fieldStyles.field} ${styles.part}`}>
        <label className={fieldStyles.label} htmlFor={id}>
          {label}
        </label>
        <input
          ref={input}
          id={id}
          className={fieldStyles.control}
          type="tel"
          autoComplete="tel-national"
          placeholder={findPhoneCountry(value.country).masks.at(-1)?.replaceAll('#', '0')}
          value={formatPhone(value)}
          onChange={edit}
        />
      </div>
    </div>
  )
}

/** The mask moves its signs around the caret: this puts it back behind the digit it followed. */
function useCaret() {
  const input = useRef<HTMLInputElement>(null)
  const digitCount = useRef<number | null>(null)

  useLayoutEffect(() => {
    if (digitCount.current === null || input.current === null) return
    const caret = caretAfterDigits(input.current.value, digitCount.current)
    input.current.setSelectionRange(caret, caret)
    digitCount.current = null
  })
  const keepCaretAfter = (digits: number) => {
    digitCount.current = digits
  }
  return { input, keepCaretAfter }
}

type CountrySelectProps = { label: string; locale: string; value: string; onChange: (code: string) => void }

function CountrySelect({ label, locale, value, onChange }: CountrySelectProps) {
  const id = useId()
  const names = new Intl.DisplayNames(locale, { type: 'region' })
  return (
    <div className={`${fieldStyles.field} ${styles.part}`}>
      <label className={fieldStyles.label} htmlFor={id}>
        {label}
      </label>
      <select
        id={id}
        className={fieldStyles.control}
        value={value}
        autoComplete="country"
        onChange={(event) => onChange(event.target.value)}
      >
        {PHONE_COUNTRIES.map(({ code, callingCode }) => (
          <option key={code} value={code}>
            {names.of(code)} (+{callingCode})
          </option>
        ))}
      </select>
    </div>
  )
}
