// Adapts the calls of cognito-local's tests. cognito-local accepts values that the service rejects. Examples are weak
// passwords, phone numbers without a country code, roles that are not ARNs, undeclared attributes, and flows and
// factors that the client or the pool does not allow. cognito-local also accepts message templates without a
// placeholder for the code, and accepts the same code from an authenticator app twice. This adapter also removes
// response fields that the tests do not expect.

import { totpCode } from '../../../packages/testing/src/totp.ts'

type Params = Record<string, unknown>
type Answer = { AuthenticationResult?: Params; SmsMfaConfiguration?: Params; SecretCode?: string }

const PASSWORDS = new Set([
  'Password',
  'TemporaryPassword',
  'ProposedPassword',
  'PreviousPassword',
  'PASSWORD',
  'NEW_PASSWORD',
])
const FLOWS = ['ALLOW_USER_PASSWORD_AUTH', 'ALLOW_ADMIN_USER_PASSWORD_AUTH', 'ALLOW_REFRESH_TOKEN_AUTH']
const ROLE = 'arn:aws:iam::123456789012:role/any'
const SENDING_SMS = { SmsConfiguration: { SnsCallerArn: ROLE }, AutoVerifiedAttributes: ['phone_number'] }
const LOCAL_PHONE = /^0(?=\d{9}$)/
const PHONE = /^\+61(?=\d{9}$)/
const PLACE_OF_CODE = ' {####}'

/** The adapted calls of one test. */
export class AdaptedCalls {
  private readonly url: string
  private readonly prepared = new Set<string>()
  private authenticator: { secret: string; used: Set<string> } | undefined

  constructor(url: string) {
    this.url = url
  }

  /** Adapts the parameters of a call so that the service accepts them. */
  async toService(operation: string, params: Params = {}): Promise<Params> {
    const pool = typeof params['UserPoolId'] === 'string' ? params['UserPoolId'] : poolOf(params['AccessToken'])
    for (const { Name } of (params['UserAttributes'] ?? []) as { Name: string }[]) {
      if (Name.startsWith('custom:')) await this.once('AddCustomAttributes', pool, declaring(Name))
    }
    if (/SoftwareToken|MFAPreference/.test(operation)) await this.once('SetUserPoolMfaConfig', pool, ALLOWING_MFA)
    const adapted = change(params, textToService)
    await this.showNextCode(adapted, 'UserCode')
    await this.showNextCode(adapted['ChallengeResponses'], 'SOFTWARE_TOKEN_MFA_CODE')
    if (operation === 'getUserPoolMfaConfig') await this.sayNoApps(params)
    if (operation === 'createUserPoolClient') return { ExplicitAuthFlows: FLOWS, ...adapted }
    if (operation === 'setUserPoolMfaConfig') return { MfaConfiguration: 'OPTIONAL', ...adapted }
    const asksForFactor = adapted['MfaConfiguration'] === 'OPTIONAL' || adapted['MfaConfiguration'] === 'ON'
    return asksForFactor ? { ...SENDING_SMS, ...adapted } : adapted
  }

  /** Adapts a response to the test's expectations. */
  fromService<Value>(answer: Value): Value {
    const adapted = change(answer, textFromService)
    const { AuthenticationResult: tokens, SmsMfaConfiguration: sms, SecretCode: secret } = (adapted ?? {}) as Answer
    delete tokens?.['TokenType']
    delete tokens?.['ExpiresIn']
    delete sms?.['SmsConfiguration']
    if (secret !== undefined) this.authenticator = { secret, used: new Set() }
    return adapted
  }

  /** Replaces an authenticator's code that was already used with the next code. Does not change other codes. */
  private async showNextCode(params: unknown, name: string): Promise<void> {
    const { [name]: code } = (params ?? {}) as Params
    if (!this.authenticator || typeof code !== 'string') return
    const { secret, used } = this.authenticator
    if (used.has(code)) {
      const answer = await fetch(`${this.url}_emulator/clock`, { method: 'POST', body: '{"advanceSeconds":30}' })
      const { nowMs } = (await answer.json()) as { nowMs: number }
      Object.assign(params as Params, { [name]: await totpCode(secret, nowMs) })
    } else if (code === (await totpCode(secret))) used.add(code)
  }

  /**
   * Makes a call that an administrator of a real pool would have made before the test. Does nothing if the same call
   * was already made.
   */
  private async once(operation: string, pool: string | undefined, body: object): Promise<void> {
    const call = JSON.stringify([operation, pool, body])
    if (pool === undefined || this.prepared.has(call)) return
    this.prepared.add(call)
    await this.call(operation, { UserPoolId: pool, ...body })
  }

  /** Disables authenticator apps if the pool's configuration does not mention them. */
  private async sayNoApps(pool: Params): Promise<void> {
    const said = await this.call('GetUserPoolMfaConfig', pool)
    await this.call('SetUserPoolMfaConfig', { SoftwareTokenMfaConfiguration: { Enabled: false }, ...pool, ...said })
  }

  private async call(operation: string, body: object): Promise<object> {
    const answer = await fetch(this.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-amz-json-1.1',
        'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
      },
      body: JSON.stringify(body),
    })
    return (await answer.json()) as object
  }
}

const ALLOWING_MFA = { MfaConfiguration: 'OPTIONAL', SoftwareTokenMfaConfiguration: { Enabled: true } }

function declaring(name: string): object {
  return {
    CustomAttributes: [{ Name: name.slice('custom:'.length), AttributeDataType: 'String', Mutable: true }],
  }
}

/** Id of the pool that issued a token. */
function poolOf(token: unknown): string | undefined {
  const [, claims] = typeof token === 'string' ? token.split('.') : []
  if (claims === undefined) return undefined
  const { iss } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { iss: string }
  return iss.split('/').at(-1)
}

function textToService(name: string, text: string): string {
  if (PASSWORDS.has(name)) return strong(text)
  if (name === 'Filter') return text.replace(/"0(?=\d)/, '"+61')
  if (name === 'RoleArn' && text === 'arn') return ROLE
  if (name === 'SmsAuthenticationMessage') return `${text}${PLACE_OF_CODE}`
  return text.replace(LOCAL_PHONE, '+61')
}

function textFromService(name: string, text: string): string {
  if (text === ROLE) return 'arn'
  if (name === 'SmsAuthenticationMessage') return text.replace(PLACE_OF_CODE, '')
  return text.replace(PHONE, '0')
}

function strong(password: string): string {
  const passes = [/.{8}/, /[A-Z]/, /[a-z]/, /\d/, /[^A-Za-z\d]/].every((pattern) => pattern.test(password))
  return passes ? password : `${password}-Longer-1`
}

function change<Value>(value: Value, ofText: (name: string, text: string) => string, name = ''): Value {
  if (typeof value === 'string') return ofText(name, value) as Value
  if (Array.isArray(value)) return value.map((item) => change(item, ofText, name)) as Value
  if (value === null || typeof value !== 'object' || value instanceof Date) return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, change(member, ofText, key)])) as Value
}
