import {
  deleteUserAttributes,
  getUser,
  getUserAttributeVerificationCode,
  updateUserAttributes,
  verifyUserAttribute,
} from '@cognito-srp/client'
import type { CognitoClient, CodeDeliveryDetails } from '@cognito-srp/client'
import { useState } from 'react'

import layout from '../../styles/layout.module.css'
import { accountText, phoneText } from '../../text/account.ts'
import { challengeText } from '../../text/challenge.ts'
import { AnswerForm } from '../../widgets/answer-form.tsx'
import { Button } from '../../widgets/button.tsx'
import { CodeField } from '../../widgets/code-field.tsx'
import { PhoneInput } from '../../widgets/phone/phone-input.tsx'
import { formatPhone, isCompletePhone, readPhone, toE164 } from '../../widgets/phone/phone-number.ts'
import type { PhoneNumber } from '../../widgets/phone/phone-number.ts'
import { ResendButton } from '../../widgets/resend-button.tsx'
import type { AccountOperation } from './account-calls.ts'
import { ConfirmButton, NextStep, OutcomeLine, ReadingView } from './account-parts.tsx'
import { useAccountAction, useAccountReading } from './account-work.tsx'
import styles from './account.module.css'

const ATTRIBUTE = 'phone_number'
const HOME_COUNTRY = 'BR'
const NO_NUMBER: PhoneNumber = { country: HOME_COUNTRY, digits: '' }

/** The account's phone number in E.164, and whether the number is verified. Without a phone number, `number` is empty. */
type Phone = { number: string; isVerified: boolean }

async function readAccountPhone(client: CognitoClient, options: { signal: AbortSignal }): Promise<Phone> {
  const { userAttributes } = await getUser(client, options)
  return { number: userAttributes[ATTRIBUTE] ?? '', isVerified: userAttributes[`${ATTRIBUTE}_verified`] === 'true' }
}

/** Current step: none, typing another number, or typing the code sent to `destination`. */
type Step = { name: 'none' } | { name: 'edit' } | { name: 'code'; destination: string; sentAtMs: number }

/** Stores, confirms, changes and removes the phone number. */
export function PhoneSection() {
  const { reading, retry, outcome, step, edit, cancel, save, sendCode, confirm, remove } = usePhone()
  return (
    <>
      <p>{phoneText.purpose}</p>
      <ReadingView reading={reading} onRetry={retry}>
        {(phone) => (
          <>
            <PhoneState phone={phone} />
            <NextStep key={`${step.name} ${phone.number === ''}`} focus="control">
              {step.name === 'edit' && <PhoneForm phone={phone} onSave={save} onCancel={cancel} />}
              {step.name === 'code' && (
                <>
                  <p>{phoneText.sent(step.destination)}</p>
                  <AnswerForm submit={phoneText.confirm} onAnswer={({ code = '' }) => confirm(code)}>
                    <CodeField label={challengeText.code} />
                  </AnswerForm>
                </>
              )}
              {step.name !== 'edit' && (
                <PhoneActions
                  phone={phone}
                  sentAtMs={step.name === 'code' ? step.sentAtMs : null}
                  isRefused={outcome.status === 'failed'}
                  onEdit={edit}
                  onSendCode={() => sendCode(phone.number)}
                  onRemove={remove}
                />
              )}
            </NextStep>
          </>
        )}
      </ReadingView>
      <OutcomeLine outcome={outcome} />
    </>
  )
}

function usePhone() {
  const { reading, reload, retry } = useAccountReading(readAccountPhone)
  const { outcome, run, clear } = useAccountAction()
  const [step, setStep] = useState<Step>({ name: 'none' })

  const cancel = () => setStep({ name: 'none' })
  const edit = () => {
    clear()
    setStep({ name: 'edit' })
  }
  const save = (number: string) =>
    void run(async (call) => {
      const userAttributes = { [ATTRIBUTE]: number }
      const { codeDeliveryDetailsList: sent } = await call((client, options) =>
        updateUserAttributes(client, { userAttributes, ...options }),
      )
      const delivery = sent.find(({ attributeName }) => attributeName === ATTRIBUTE)
      await reload()
      setStep(delivery ? codeStep(delivery, number) : { name: 'none' })
      return delivery ? null : phoneText.saved
    })
  const sendCode = (number: string) =>
    void run(async (call) => {
      const delivery = await call((client, options) =>
        getUserAttributeVerificationCode(client, { attributeName: ATTRIBUTE, ...options }),
      )
      setStep(codeStep(delivery, number))
      return null
    })
  const change = (operation: AccountOperation<unknown>, done: string) =>
    void run(async (call) => {
      await call(operation)
      await reload()
      cancel()
      return done
    })
  const confirm = (code: string) =>
    change(
      (client, options) => verifyUserAttribute(client, { attributeName: ATTRIBUTE, code, ...options }),
      phoneText.confirmed,
    )
  const remove = () =>
    change(
      (client, options) => deleteUserAttributes(client, { userAttributeNames: [ATTRIBUTE], ...options }),
      phoneText.removed,
    )
  return { reading, retry, outcome, step, edit, cancel, save, sendCode, confirm, remove }
}

function codeStep({ destination }: CodeDeliveryDetails, number: string): Step {
  return { name: 'code', destination: destination ?? number, sentAtMs: Date.now() }
}

function PhoneState({ phone }: { phone: Phone }) {
  if (phone.number === '') return <p>{phoneText.none}</p>
  return (
    <p>
      <span className={styles.name}>{writePhone(phone.number)}</span>{' '}
      <span className={layout.soft}>{phone.isVerified ? phoneText.verified : phoneText.unverified}</span>
    </p>
  )
}

/** Formats a number from the home country in that country's format. Returns any other number in E.164. */
function writePhone(number: string): string {
  const phone = readPhone(number, HOME_COUNTRY)
  if (toE164(phone) !== number) return number // this country has no mask
  return phone.country === HOME_COUNTRY ? formatPhone(phone) : number
}

type PhoneActionsProps = {
  phone: Phone
  /** Time when the last code was sent, or null if no code was sent. */
  sentAtMs: number | null
  /** Whether the last action failed, in which case another code can be requested immediately. */
  isRefused: boolean
  onEdit: () => void
  onSendCode: () => void
  onRemove: () => void
}

function PhoneActions({ phone, sentAtMs, isRefused, onEdit, onSendCode, onRemove }: PhoneActionsProps) {
  if (phone.number === '') {
    return (
      <div>
        <Button appearance="outlined" onClick={onEdit}>
          {phoneText.add}
        </Button>
      </div>
    )
  }
  return (
    <div className={styles.actions}>
      {!phone.isVerified && (
        <ResendButton
          label={sentAtMs === null ? phoneText.sendCode : accountText.resend}
          sentAtMs={isRefused ? null : sentAtMs}
          onResend={onSendCode}
        />
      )}
      <Button appearance="outlined" onClick={onEdit}>
        {phoneText.change}
      </Button>
      <ConfirmButton label={phoneText.remove} question={phoneText.removeQuestion} onConfirm={onRemove} />
    </div>
  )
}

type PhoneFormProps = { phone: Phone; onSave: (number: string) => void; onCancel: () => void }

function PhoneForm({ phone, onSave, onCancel }: PhoneFormProps) {
  const [typed, setTyped] = useState(() => (phone.number ? readPhone(phone.number, HOME_COUNTRY) : NO_NUMBER))
  const [isIncomplete, setIncomplete] = useState(false)
  const submit = () => {
    setIncomplete(!isCompletePhone(typed))
    if (isCompletePhone(typed)) onSave(toE164(typed))
  }
  return (
    <>
      <AnswerForm submit={phoneText.save} onAnswer={submit}>
        <PhoneInput
          label={phoneText.number}
          countryLabel={phoneText.country}
          otherCountryLabel={phoneText.otherCountry}
          locale="pt-BR"
          value={typed}
          onChange={setTyped}
        />
        <p role="alert">{isIncomplete && phoneText.incomplete}</p>
      </AnswerForm>
      <div>
        <Button onClick={onCancel}>{accountText.cancel}</Button>
      </div>
    </>
  )
}
