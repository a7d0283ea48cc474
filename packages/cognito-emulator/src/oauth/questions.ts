import type { Services } from '../services.ts'
import type { AuthAnswer } from '../sign-in/sign-in.ts'
import { answerChallenge, callOperation } from './calls.ts'
import { attributeField } from './labels.ts'
import type { Texts } from './page-texts.ts'
import type { Field, Form, Page } from './page.ts'
import type { Step } from './steps.ts'

// Shows challenges as pages, and sends the user's input as the answer. Each form field has the name of a challenge
// response.

/** Name of the response to each challenge. NEW_PASSWORD_REQUIRED can also have attributes. */
const RESPONSES: Readonly<Record<string, string>> = {
  SMS_MFA: 'SMS_MFA_CODE',
  EMAIL_OTP: 'EMAIL_OTP_CODE',
  SOFTWARE_TOKEN_MFA: 'SOFTWARE_TOKEN_MFA_CODE',
  SELECT_MFA_TYPE: 'ANSWER',
  NEW_PASSWORD_REQUIRED: 'NEW_PASSWORD',
}
const ATTRIBUTE_PREFIX = 'userAttributes.'

type Question = Pick<Page, 'title' | 'lead' | 'copyable'> & Pick<Form, 'fields' | 'choices'>

/** Prepares the page of a challenge. If only one second factor can be set up, the set-up starts immediately. */
export async function beginStep(services: Services, step: Step): Promise<Step> {
  const [only, ...more] = step.answer.ChallengeName === 'MFA_SETUP' ? listIn(step.answer, 'MFAS_CAN_SETUP') : []
  return only === undefined || more.length > 0 ? step : setUp(services, step, only)
}

/** Submits the user's input. Returns the next response of the sign-in, or another page of the same challenge. */
export async function answerStep(
  services: Services,
  step: Step,
  form: URLSearchParams,
): Promise<{ answer: AuthAnswer } | { step: Step }> {
  const { caller, answer } = step
  if (answer.ChallengeName === 'MFA_SETUP') return answerSetUp(services, step, form)
  const names = [RESPONSES[answer.ChallengeName ?? ''] ?? '', ...listIn(answer, 'requiredAttributes')]
  const responses = Object.fromEntries(names.map((name) => [name, form.get(name) ?? '']))
  return { answer: await answerChallenge(services, caller, answer, responses) }
}

async function answerSetUp(
  services: Services,
  step: Step,
  form: URLSearchParams,
): Promise<{ answer: AuthAnswer } | { step: Step }> {
  const { caller, answer } = step
  if (!step.setUp) {
    const mfaType = listIn(answer, 'MFAS_CAN_SETUP').find((option) => option === form.get('setUp'))
    return { step: mfaType === undefined ? step : await setUp(services, step, mfaType) }
  }
  if (step.setUp.secret === undefined) {
    return { answer: await answerChallenge(services, caller, answer, { EMAIL: form.get('EMAIL') ?? '' }) }
  }
  const UserCode = form.get('UserCode') ?? ''
  const { Session } = await callOperation(services, 'VerifySoftwareToken', { Session: answer.Session, UserCode })
  return { answer: await answerChallenge(services, caller, withSession(answer, Session), {}) }
}

async function setUp(services: Services, step: Step, mfaType: string): Promise<Step> {
  if (mfaType !== 'SOFTWARE_TOKEN_MFA') return { ...step, setUp: { mfaType } }
  const { answer } = step
  const { SecretCode = '', Session } = await callOperation(services, 'AssociateSoftwareToken', {
    Session: answer.Session,
  })
  return { ...step, answer: withSession(answer, Session), setUp: { mfaType, secret: SecretCode } }
}

/** Returns the page of a challenge. */
export function pageOfStep(
  step: Step,
  texts: Texts,
  { error, ...form }: Pick<Form, 'action' | 'hidden'> & { error: string | undefined },
): Page {
  const { fields, choices, ...page } = questionOf(step, texts)
  return {
    ...page,
    error,
    form: { ...form, submit: texts.continue, ...(fields && { fields }), ...(choices && { choices }) },
  }
}

function questionOf(step: Step, texts: Texts): Question {
  const { ChallengeName: name = '' } = step.answer
  if (name === 'MFA_SETUP') return askForSetUp(step, texts)
  const question = QUESTIONS[name]
  if (!question) throw new Error(`The sign-in pages do not support the challenge ${name}.`)
  return question(step.answer, texts)
}

/** Pages of the challenges that can follow a password. */
const QUESTIONS: Readonly<Record<string, (answer: AuthAnswer, texts: Texts) => Question>> = {
  SMS_MFA: (answer, texts) => askForSentCode(answer, texts.smsCode, texts),
  EMAIL_OTP: (answer, texts) => askForSentCode(answer, texts.emailCode, texts),
  SOFTWARE_TOKEN_MFA: (_answer, texts) => ({
    ...texts.appCode,
    fields: [codeField('SOFTWARE_TOKEN_MFA_CODE', texts)],
  }),
  SELECT_MFA_TYPE: (answer, texts) => ({
    title: texts.choice.title,
    choices: mfaChoices('ANSWER', texts.choice.label, listIn(answer, 'MFAS_CAN_CHOOSE'), texts),
  }),
  NEW_PASSWORD_REQUIRED(answer, texts) {
    const missing = listIn(answer, 'requiredAttributes').map((name) => name.slice(ATTRIBUTE_PREFIX.length))
    const attributes = missing.map((name) => attributeField(ATTRIBUTE_PREFIX, name, texts))
    return { ...texts.newPasswordRequired, fields: [newPasswordField('NEW_PASSWORD', texts), ...attributes] }
  },
}

function askForSentCode(
  { ChallengeName: name, ChallengeParameters: sent }: AuthAnswer,
  title: string,
  texts: Texts,
): Question {
  const lead = texts.codeSentTo(sent['CODE_DELIVERY_DESTINATION'] ?? '')
  return { title, lead, fields: [codeField(RESPONSES[name ?? ''] ?? '', texts)] }
}

function askForSetUp({ answer, setUp: setUpState }: Step, texts: Texts): Question {
  if (!setUpState) {
    const { title, label } = texts.setUpChoice
    return { title, choices: mfaChoices('setUp', label, listIn(answer, 'MFAS_CAN_SETUP'), texts) }
  }
  if (setUpState.secret === undefined) {
    const { title, lead, email } = texts.setUpEmail
    return { title, lead, fields: [{ name: 'EMAIL', label: email, type: 'email', autocomplete: 'email' }] }
  }
  const { title, lead, secret } = texts.setUpApp
  return { title, lead, copyable: { label: secret, value: setUpState.secret }, fields: [codeField('UserCode', texts)] }
}

/** Returns the field for a code. */
export function codeField(name: string, texts: Texts): Field {
  return { name, label: texts.code, autocomplete: 'one-time-code', isCode: true }
}

/** Returns the field for a new password. */
export function newPasswordField(name: string, texts: Texts): Field {
  return { name, label: texts.newPassword, type: 'password', autocomplete: 'new-password' }
}

function mfaChoices(name: string, label: string, mfaTypes: string[], texts: Texts): NonNullable<Form['choices']> {
  return { name, label, options: mfaTypes.map((value) => ({ value, label: texts.mfaTypes[value] ?? value })) }
}

function withSession(answer: AuthAnswer, session: string | undefined): AuthAnswer {
  return { ...answer, ...(session !== undefined && { Session: session }) }
}

/** Returns a list that a challenge contains as JSON. */
function listIn({ ChallengeParameters }: AuthAnswer, name: string): string[] {
  return JSON.parse(ChallengeParameters[name] ?? '[]') as string[]
}
