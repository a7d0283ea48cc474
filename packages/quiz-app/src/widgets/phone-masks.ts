/** How one country writes its numbers. */
export type PhoneCountry = {
  /** ISO 3166-1 alpha-2. */
  code: string
  /** ITU-T E.164 country calling code, without the plus. */
  callingCode: string
  /** `#` is a digit. Shortest first; the number of digits chooses, so no two have the same. */
  masks: readonly string[]
}

/**
 * The countries a phone number can be of, Portuguese-speaking ones first, then by name of the region.
 * National number lengths follow the countries' numbering plans as notified to the ITU (E.164, E.129).
 */
export const PHONE_COUNTRIES: readonly PhoneCountry[] = [
  { code: 'BR', callingCode: '55', masks: ['(##) ####-####', '(##) #####-####'] }, // landline, mobile
  { code: 'PT', callingCode: '351', masks: ['### ### ###'] },
  { code: 'AO', callingCode: '244', masks: ['### ### ###'] },
  { code: 'MZ', callingCode: '258', masks: ['## ### ###', '## ### ####'] }, // landline, mobile
  { code: 'CV', callingCode: '238', masks: ['### ## ##'] },
  { code: 'AR', callingCode: '54', masks: ['## ####-####', '# ## ####-####'] }, // mobiles have a leading 9
  { code: 'BO', callingCode: '591', masks: ['########'] },
  { code: 'CL', callingCode: '56', masks: ['# #### ####'] },
  { code: 'CO', callingCode: '57', masks: ['### ### ####'] },
  { code: 'MX', callingCode: '52', masks: ['## #### ####'] },
  { code: 'PE', callingCode: '51', masks: ['# ### ####', '### ### ###'] }, // landline, mobile
  { code: 'PY', callingCode: '595', masks: ['### ### ###'] },
  { code: 'UY', callingCode: '598', masks: ['#### ####'] },
  { code: 'US', callingCode: '1', masks: ['(###) ###-####'] },
  { code: 'CA', callingCode: '1', masks: ['(###) ###-####'] },
  { code: 'DE', callingCode: '49', masks: ['### ######', '### #######', '#### #######'] },
  { code: 'ES', callingCode: '34', masks: ['### ### ###'] },
  { code: 'FR', callingCode: '33', masks: ['# ## ## ## ##'] },
  { code: 'GB', callingCode: '44', masks: ['#### ######'] },
  { code: 'IT', callingCode: '39', masks: ['### ### ###', '### ### ####'] },
  { code: 'JP', callingCode: '81', masks: ['# #### ####', '## #### ####'] }, // landline, mobile
]
