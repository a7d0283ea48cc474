// What cognito-local takes and the service does not, as these tests have it: passwords that no policy passes, telephone
// numbers without a country, roles that are no ARN, attributes that no schema has, flows and factors that the client or
// the pool was not given. And what the service answers beside tokens, which the tests hold to be all there is.

type Params = Record<string, unknown>

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

/** The calls of one test. */
export class BentCalls {
  private readonly url: string
  private readonly prepared = new Set<string>()

  constructor(url: string) {
    this.url = url
  }

  /** The parameters of a call, such that the service accepts them. */
  async toService(operation: string, params: Params = {}): Promise<Params> {
    const pool = typeof params['UserPoolId'] === 'string' ? params['UserPoolId'] : poolOf(params['AccessToken'])
    for (const { Name } of (params['UserAttributes'] ?? []) as { Name: string }[]) {
      if (Name.startsWith('custom:')) await this.once('AddCustomAttributes', pool, declaring(Name))
    }
    if (/SoftwareToken|MFAPreference/.test(operation)) await this.once('SetUserPoolMfaConfig', pool, ALLOWING_MFA)
    const bent = change(params, textToService)
    if (operation === 'createUserPoolClient') return { ExplicitAuthFlows: FLOWS, ...bent }
    const asksForFactor = bent['MfaConfiguration'] === 'OPTIONAL' || bent['MfaConfiguration'] === 'ON'
    return asksForFactor && operation !== 'setUserPoolMfaConfig' ? { ...SENDING_SMS, ...bent } : bent
  }

  /** An answer as the test expects it. */
  fromService<Value>(answer: Value): Value {
    const bent = change(answer, (_name, text) => (text === ROLE ? 'arn' : text.replace(PHONE, '0')))
    const { AuthenticationResult: tokens } = (bent ?? {}) as { AuthenticationResult?: Params }
    delete tokens?.['TokenType']
    delete tokens?.['ExpiresIn']
    return bent
  }

  /** What an administrator of the service would have done before. */
  private async once(operation: string, pool: string | undefined, body: object): Promise<void> {
    const call = JSON.stringify([operation, pool, body])
    if (pool === undefined || this.prepared.has(call)) return
    this.prepared.add(call)
    await fetch(this.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-amz-json-1.1',
        'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
      },
      body: JSON.stringify({ UserPoolId: pool, ...body }),
    })
  }
}

const ALLOWING_MFA = { MfaConfiguration: 'OPTIONAL', SoftwareTokenMfaConfiguration: { Enabled: true } }

function declaring(name: string): object {
  return {
    CustomAttributes: [{ Name: name.slice('custom:'.length), AttributeDataType: 'String', Mutable: true }],
  }
}

/** The pool whose issuer made a token. */
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
  return text.replace(LOCAL_PHONE, '+61')
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
