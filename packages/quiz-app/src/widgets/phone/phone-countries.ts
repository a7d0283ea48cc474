/** Number format of one country. */
export type PhoneCountry = {
  /** ISO 3166-1 alpha-2 code, or `OTHER_COUNTRY`. */
  code: string
  /** ITU-T E.164 country calling code, without the plus. */
  callingCode: string
  /** Masks in which `#` is a digit, shortest first. Each mask has a different number of digits, which selects the mask. */
  masks: readonly string[]
  /** Prefix dialled before a national number. No number starts with it. */
  trunk?: string
  /** Number of the carrier's digits between the trunk prefix and the number. */
  carrierDigits?: number
  /** Pattern of a complete number, if its length alone is not enough. */
  whole?: RegExp
}

/** Code of the last row, for any country without its own row (UN M49 code for the world). */
export const OTHER_COUNTRY = '001'

/**
 * Countries with a phone mask: first the Portuguese-speaking countries, then other countries of the Americas, then all
 * others. Lengths of national numbers follow the countries' numbering plans as notified to the ITU (E.164, E.129).
 */
export const PHONE_COUNTRIES: readonly PhoneCountry[] = [
  {
    code: 'BR',
    callingCode: '55',
    masks: ['(##) ####-####', '(##) #####-####'], // landline, mobile
    trunk: '0',
    carrierDigits: 2, // 0 15 11 91234-5678
    whole: /^[1-9]{2}(?:[2-8]\d{7}|9\d{8})$/, // 55 is an area code too, around Santa Maria; 0800 has none
  },
  { code: 'PT', callingCode: '351', masks: ['### ### ###'] },
  { code: 'AO', callingCode: '244', masks: ['### ### ###'] },
  { code: 'MZ', callingCode: '258', masks: ['## ### ###', '## ### ####'] }, // landline, mobile
  { code: 'CV', callingCode: '238', masks: ['### ## ##'] },
  { code: 'GW', callingCode: '245', masks: ['### ### ###'] },
  { code: 'ST', callingCode: '239', masks: ['### ####'] },
  { code: 'TL', callingCode: '670', masks: ['### ####', '#### ####'] }, // landline, mobile
  // Mobile numbers have a leading 9.
  { code: 'AR', callingCode: '54', masks: ['## ####-####', '# ## ####-####'], trunk: '0' },
  { code: 'BO', callingCode: '591', masks: ['########'], trunk: '0' },
  { code: 'CL', callingCode: '56', masks: ['# #### ####'] },
  { code: 'CO', callingCode: '57', masks: ['### ### ####'] },
  { code: 'EC', callingCode: '593', masks: ['# ### ####', '## ### ####'], trunk: '0' }, // landline, mobile
  { code: 'MX', callingCode: '52', masks: ['## #### ####'] },
  { code: 'PE', callingCode: '51', masks: ['# ### ####', '### ### ###'], trunk: '0' }, // landline, mobile
  { code: 'PY', callingCode: '595', masks: ['### ### ###'], trunk: '0' },
  { code: 'UY', callingCode: '598', masks: ['#### ####'], trunk: '0' },
  { code: 'VE', callingCode: '58', masks: ['###-#######'], trunk: '0' },
  { code: 'HT', callingCode: '509', masks: ['## ## ####'] },
  { code: 'US', callingCode: '1', masks: ['(###) ###-####'], trunk: '1' },
  { code: 'CA', callingCode: '1', masks: ['(###) ###-####'], trunk: '1' },
  { code: 'DE', callingCode: '49', masks: ['### ######', '### #######', '#### #######'], trunk: '0' },
  { code: 'ES', callingCode: '34', masks: ['### ### ###'] },
  { code: 'FR', callingCode: '33', masks: ['# ## ## ## ##'], trunk: '0' },
  { code: 'GB', callingCode: '44', masks: ['#### ######'], trunk: '0' },
  { code: 'IT', callingCode: '39', masks: ['### ### ###', '### ### ####'] }, // the leading 0 belongs to the number
  { code: 'JP', callingCode: '81', masks: ['# #### ####', '## #### ####'], trunk: '0' }, // landline, mobile
  { code: 'RU', callingCode: '7', masks: ['### ###-##-##'] }, // the trunk prefix 8 begins area codes as well
  { code: OTHER_COUNTRY, callingCode: '', masks: ['###############'] }, // E.164 has at most 15 digits
]

/**
 * Returns the row of a country.
 *
 * @throws TypeError if the table has no row for the country
 */
export function findPhoneCountry(code: string): PhoneCountry {
  const country = PHONE_COUNTRIES.find((row) => row.code === code)
  if (!country) throw new TypeError(`No phone mask for country "${code}". Add a row to PHONE_COUNTRIES.`)
  return country
}

/**
 * Returns the row whose calling code is at the start of an international number. If several countries share that code, prefers the row of
 * `current`.
 */
export function findByCallingCode(digits: string, current: string): PhoneCountry | null {
  const fitting = PHONE_COUNTRIES.filter((row) => row.code !== OTHER_COUNTRY && digits.startsWith(row.callingCode))
  return fitting.find((row) => row.code === current) ?? fitting[0] ?? null // E.164: no code is the start of another
}
