import { totpCode } from '@cognito-srp/testing/totp'
import { askQuestion, TOTP_SECRET } from '@cognito-srp/testing/user-pools'

import { createEmulator, type Emulator, type UserPoolConfig } from '../../src/index.ts'

const PASSWORD = 'Senha-123'
const KEPT_VALUES = 40

/** Response members that clients send in later calls. */
const LEARNED: ReadonlySet<string> = new Set(
  'AccessToken RefreshToken Session DeviceKey DeviceGroupKey SecretCode CredentialId PaginationToken NextToken UserSub SECRET_BLOCK'.split(
    ' ',
  ),
)

const POOLS: UserPoolConfig[] = [
  {
    id: 'local_Open1',
    clients: [{ id: 'web' }, { id: 'server', secret: 'segredo', refreshTokenRotation: { graceSeconds: 10 } }],
    mfa: 'OPTIONAL',
    deviceTracking: 'always',
    aliasAttributes: ['email', 'phone_number'],
    groups: ['turma'],
    triggers: askQuestion('Quanto é 2 + 2?', '4', { attempts: 3 }),
    users: [
      ...['ana', 'bia', 'caio', 'davi', 'eva'].map((username) => ({
        username,
        password: PASSWORD,
        attributes: { email: `${username}@example.com`, email_verified: 'true' },
      })),
      { username: 'leo', password: PASSWORD, totpSecret: TOTP_SECRET },
      { username: 'mia', password: PASSWORD, attributes: { phone_number: '+5511999999999' }, smsMfa: true },
      { username: 'nina', password: PASSWORD, temporaryPassword: true },
    ],
  },
  {
    id: 'local_Strict1',
    clients: [{ id: 'strict', refreshTokenRotation: { graceSeconds: 0 } }],
    mfa: 'ON',
    deviceTracking: 'opt-in',
    usernameAttributes: ['email'],
    preventUserExistenceErrors: true,
    users: [{ username: 'rui@example.com', password: PASSWORD, attributes: { email: 'rui@example.com' } }],
  },
]

/** Valid values by member. Values of other members come from responses. */
const EXAMPLES: Record<string, readonly unknown[]> = {
  ClientId: ['web', 'web', 'web', 'web', 'web', 'web', 'server', 'strict', 'strict', 'nobody'],
  ClientSecret: ['segredo'],
  UserPoolId: ['local_Open1', 'local_Open1', 'local_Open1', 'local_Open1', 'local_Strict1', 'local_None1'],
  Username: [
    'ana',
    'bia',
    'caio',
    'davi',
    'eva',
    'leo',
    'mia',
    'nina',
    'rui@example.com',
    'ninguém',
    'ana@example.com',
  ],
  Password: [PASSWORD, 'Outra-Senha-9'],
  PreviousPassword: [PASSWORD, 'Outra-Senha-9'],
  ProposedPassword: ['Outra-Senha-9', PASSWORD],
  TemporaryPassword: ['Outra-Senha-9'],
  Permanent: [true, false],
  AuthParameters: [{ USERNAME: 'ana', PASSWORD }],
  ChallengeResponses: [{ USERNAME: 'ana', ANSWER: '4' }],
  ChallengeName: ['CUSTOM_CHALLENGE', 'PASSWORD'],
  AuthFlow: 'USER_PASSWORD_AUTH CUSTOM_AUTH USER_AUTH REFRESH_TOKEN_AUTH ADMIN_USER_PASSWORD_AUTH USER_SRP_AUTH'.split(
    ' ',
  ),
  UserAttributes: [
    [{ Name: 'email', Value: 'ana@example.com' }],
    [{ Name: 'phone_number', Value: '+5511999999999' }],
    [],
  ],
  ValidationData: [[{ Name: 'x', Value: 'y' }]],
  UserAttributeNames: [['email'], ['name', 'custom:x'], []],
  AttributeName: ['email', 'phone_number', 'name'],
  ClientMetadata: [{ origem: 'fuzz' }, {}],
  DeviceSecretVerifierConfig: [{ PasswordVerifier: 'ab12'.repeat(128), Salt: 'ab12'.repeat(6) }],
  DeviceRememberedStatus: ['remembered', 'not_remembered'],
  DeviceName: ['celular'],
  SoftwareTokenMfaSettings: [{ Enabled: true, PreferredMfa: true }],
  SMSMfaSettings: [{ Enabled: true }],
  EmailMfaSettings: [{ Enabled: false }],
  MFAOptions: [[{ AttributeName: 'phone_number', DeliveryMedium: 'SMS' }], []],
  MessageAction: ['SUPPRESS', 'RESEND'],
  GroupName: ['turma', 'outra'],
  PoolName: ['pool'],
  ClientName: ['app'],
  GenerateSecret: [true, false],
  Filter: ['username = "ana"', 'email ^= "a"', '"sub" = ""'],
  Limit: [1, 60, 0],
  MaxResults: [1, 60, 0],
  ForceAliasCreation: [true, false],
  Credential: [
    {
      id: 'YQ',
      rawId: 'YQ',
      type: 'public-key',
      clientExtensionResults: {},
      response: { clientDataJSON: 'e30', attestationObject: 'oA', transports: ['usb'] },
    },
  ],
}

/** An emulator with several kinds of accounts, and values from its responses. */
export class World {
  readonly emulator: Emulator
  readonly #learned = new Map<string, unknown[]>()

  /**
   * @param freeFailures number of failures before a lockout. A low value locks users out early. A high value lets
   * inputs reach later steps
   */
  constructor(freeFailures: number) {
    this.emulator = createEmulator({ userPools: POOLS, freeFailures })
  }

  /** Starts sign-ins with three flows, so that there are tokens and challenges. */
  async signIn(): Promise<void> {
    for (const ClientId of ['web', 'strict']) {
      for (const USERNAME of ClientId === 'web' ? ['ana', 'eva', 'leo', 'mia', 'nina'] : ['rui@example.com']) {
        for (const AuthFlow of ['USER_PASSWORD_AUTH', 'CUSTOM_AUTH', 'USER_AUTH']) {
          const AuthParameters = { USERNAME, PASSWORD }
          await this.call('InitiateAuth', JSON.stringify({ ClientId, AuthFlow, AuthParameters }))
        }
      }
    }
  }

  /** Calls an operation and stores the values of the response that later calls can use. */
  async call(operation: string, body: string): Promise<Response> {
    const headers = { 'X-Amz-Target': `AWSCognitoIdentityProviderService.${operation}` }
    const answer = await this.emulator.fetch(new Request('http://localhost/', { method: 'POST', headers, body }))
    if (answer.status !== 200) return answer
    const json = (await answer.clone().json()) as Record<string, unknown>
    this.#learn(json)
    const [, ClientId = 'web'] = /"ClientId":"(\w+)"/.exec(body) ?? []
    if ('ChallengeName' in json) this.#keep('challenge', { ...json, ClientId })
    return answer
  }

  /** Returns values for a member: examples, codes from the outbox, or values from earlier responses. */
  valuesOf(member: string): readonly unknown[] {
    const examples = EXAMPLES[member]
    if (examples) return examples
    if (member === 'Code' || member === 'ConfirmationCode') return [this.#lastCode(), '123456']
    if (member === 'Token') return this.#kept('RefreshToken')
    return this.#kept(member)
  }

  /** Challenges from earlier responses, each with its client. */
  get challenges(): readonly Record<string, unknown>[] {
    return this.#kept('challenge') as Record<string, unknown>[]
  }

  /** Returns the responses that a challenge requires. Passwords and codes can be right, but signatures are wrong. */
  async responsesTo({ ChallengeName, ChallengeParameters }: Record<string, unknown>): Promise<Record<string, string>> {
    const { USER_ID_FOR_SRP: USERNAME = 'ana', SECRET_BLOCK = '' } = Object(ChallengeParameters) as Record<
      string,
      string
    >
    const responses: Record<string, Record<string, string>> = {
      SMS_MFA: { SMS_MFA_CODE: this.#lastCode() },
      SMS_OTP: { SMS_OTP_CODE: this.#lastCode() },
      EMAIL_OTP: { EMAIL_OTP_CODE: this.#lastCode() },
      SOFTWARE_TOKEN_MFA: { SOFTWARE_TOKEN_MFA_CODE: await totpCode(TOTP_SECRET) },
      SELECT_MFA_TYPE: { ANSWER: 'SMS_MFA' },
      MFA_SETUP: { EMAIL: 'rui@example.com' },
      NEW_PASSWORD_REQUIRED: { NEW_PASSWORD: 'Outra-Senha-9', 'userAttributes.name': 'Nina' },
      CUSTOM_CHALLENGE: { ANSWER: '4' },
      SELECT_CHALLENGE: { ANSWER: 'PASSWORD', PASSWORD },
      PASSWORD: { PASSWORD },
      PASSWORD_VERIFIER: {
        PASSWORD_CLAIM_SECRET_BLOCK: SECRET_BLOCK,
        PASSWORD_CLAIM_SIGNATURE: 'c2lnbmF0dXJl',
        TIMESTAMP: 'Tue Nov 3 04:05:06 UTC 2026',
      },
      WEB_AUTHN: { CREDENTIAL: '{"id":"YQ","response":{}}' },
    }
    return { USERNAME, ...responses[String(ChallengeName)] }
  }

  #lastCode(): string {
    return this.emulator.outbox.at(-1)?.code ?? ''
  }

  #kept(name: string): readonly unknown[] {
    return this.#learned.get(name) ?? []
  }

  #keep(name: string, value: unknown): void {
    const values = this.#learned.get(name) ?? []
    values.push(value)
    this.#learned.set(name, values.slice(-KEPT_VALUES))
  }

  #learn(value: unknown): void {
    if (typeof value !== 'object' || value === null) return
    for (const [name, member] of Object.entries(value)) {
      if (LEARNED.has(name) && typeof member === 'string') this.#keep(name, member)
      else this.#learn(member)
    }
  }
}
