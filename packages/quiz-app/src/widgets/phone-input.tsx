import { useEffect, useId, useLayoutEffect, useRef } from 'react'
import type { ChangeEvent } from 'react'

import fieldStyles from './field.module.css'
import { findPhoneCountry, OTHER_COUNTRY, PHONE_COUNTRIES } from './phone-countries.ts'
import { foreseeEdit, writeUndoably } from './phone-edit.ts'
import { caretAfterDigits, formatPhone, readPhone, readPhoneEdit } from './phone-number.ts'
import type { PhoneNumber } from './phone-number.ts'
import styles from './phone-input.module.css'

type PhoneInputProps = {
  label: string
  countryLabel: string
  /** Names the choice for countries that the list does not have. */
  otherCountryLabel: string
  /** BCP 47 language of the countries' names. */
  locale: string
  value: PhoneNumber
  onChange: (value: PhoneNumber) => void
}

/** A phone number with its country, written as that country writes it while it is typed or pasted. */
export function PhoneInput({ label, countryLabel, otherCountryLabel, locale, value, onChange }: PhoneInputProps) {
  const id = useId()
  const { input, edit } = useMaskedInput(value, onChange)
  return (
    <div className={styles.phone}>
      <CountrySelect
        label={countryLabel}
        otherLabel={otherCountryLabel}
        locale={locale}
        value={value.country}
        onChange={(country) =>
          onChange(country === OTHER_COUNTRY ? { country, digits: '' } : readPhone(value.digits, country))
        }
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

/**
 * Keeps the field's text in the mask, the caret behind the digit it followed, and the browser's undo history. Most edits
 * are replaced by their masked result before they happen; the others are masked in `edit`, after them.
 */
function useMaskedInput(value: PhoneNumber, onChange: (value: PhoneNumber) => void) {
  const input = useRef<HTMLInputElement>(null)
  const current = useRef(value)
  const digitsBeforeCaret = useRef<number | null>(null)
  /** What an edit makes of the number, before the field has it. */
  const pending = useRef<ReturnType<typeof readPhoneEdit> | null>(null)
  /** The number of the text that is being written: the text alone does not say its country. */
  const writing = useRef<PhoneNumber | null>(null)
  /** The country that a text had, so that undoing a change of country brings the earlier one back. */
  const countryOfText = useRef(new Map<string, string>())

  const tell = (number: PhoneNumber) => {
    current.current = number
    onChange(number)
  }
  const edit = ({ target, nativeEvent }: ChangeEvent<HTMLInputElement>) => {
    const written = writing.current
    writing.current = null
    if (written !== null) return tell(written)
    const inputType = nativeEvent instanceof InputEvent ? nativeEvent.inputType : ''
    const caret = target.selectionEnd ?? target.value.length
    const isUndo = inputType.startsWith('history')
    const country = (isUndo ? countryOfText.current.get(target.value) : undefined) ?? current.current.country
    const start = { ...current.current, country }
    const { number, caretDigits } = readPhoneEdit({ text: target.value, caret, inputType }, start)
    digitsBeforeCaret.current = caretDigits
    tell(number)
  }
  const writePending = () => {
    if (input.current === null || pending.current === null) return
    const { number, caretDigits } = pending.current
    pending.current = null
    writing.current = number
    writeUndoably(input.current, formatPhone(number))
    const isUntold = writing.current !== null // the text was right already, or the browser would not write it
    writing.current = null
    if (isUntold) tell(number)
    digitsBeforeCaret.current = caretDigits
    putCaret()
  }
  const replaceEdit = (event: InputEvent) => {
    const field = input.current
    if (field === null || writing.current !== null || !event.cancelable || event.isComposing) return
    writePending()
    const { value: text, selectionStart, selectionEnd } = field
    const selection = { text, start: selectionStart ?? text.length, end: selectionEnd ?? text.length }
    const foreseen = foreseeEdit(selection, event.inputType, event.data)
    if (foreseen === null) return
    event.preventDefault()
    pending.current = readPhoneEdit({ ...foreseen, inputType: event.inputType }, current.current)
    const { number } = pending.current
    countryOfText.current.set(text, current.current.country).set(formatPhone(number), number.country)
    setTimeout(writePending) // WebKit edits twice, and cannot undo it, when a command runs inside the event
  }
  const putCaret = () => {
    if (digitsBeforeCaret.current === null || input.current === null) return
    const caret = caretAfterDigits(input.current.value, digitsBeforeCaret.current)
    input.current.setSelectionRange(caret, caret)
    digitsBeforeCaret.current = null
  }

  useLayoutEffect(() => {
    current.current = value
    putCaret()
  })
  useEffect(() => {
    const field = input.current
    field?.addEventListener('beforeinput', replaceEdit) // React's own event of this name is another one
    return () => field?.removeEventListener('beforeinput', replaceEdit)
  })
  return { input, edit }
}

type CountrySelectProps = {
  label: string
  otherLabel: string
  locale: string
  value: string
  onChange: (code: string) => void
}

function CountrySelect({ label, otherLabel, locale, value, onChange }: CountrySelectProps) {
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
            {code === OTHER_COUNTRY ? otherLabel : `${names.of(code)} (+${callingCode})`}
          </option>
        ))}
      </select>
    </div>
  )
}
