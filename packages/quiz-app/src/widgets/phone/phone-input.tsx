import { useId } from 'react'

import fieldStyles from '../field.module.css'
import { findPhoneCountry, OTHER_COUNTRY, PHONE_COUNTRIES } from './phone-countries.ts'
import { formatPhone, readPhone } from './phone-number.ts'
import type { PhoneNumber } from './phone-number.ts'
import styles from './phone-input.module.css'
import { usePhoneMask } from './use-phone-mask.ts'

type PhoneInputProps = {
  label: string
  countryLabel: string
  /** Label of the choice for countries that are not in the list. */
  otherCountryLabel: string
  /** BCP 47 language tag for the countries' names. */
  locale: string
  value: PhoneNumber
  onChange: (value: PhoneNumber) => void
}

/** Field for a phone number and its country. Typed and pasted digits are formatted as in that country. */
export function PhoneInput({ label, countryLabel, otherCountryLabel, locale, value, onChange }: PhoneInputProps) {
  const id = useId()
  const { input, edit } = usePhoneMask(value, onChange)
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
