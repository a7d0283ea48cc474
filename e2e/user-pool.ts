import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DEMO_POOL } from '@cognito-srp/product/demo'
import type { RunningProduct } from '@cognito-srp/product/running-product'
import { nextTotpCode, totpCode } from '@cognito-srp/testing/totp'

/** An account that can sign in. */
export type Account = { email: string; password: string }

/** Ids of a pool and its app client, for the configuration of the app. */
export type PoolIds = { userPoolId: string; clientId: string }

type SentMessage = { destination: string; code: string }
type Preference = 'SMSMfaSettings' | 'EmailMfaSettings' | 'SoftwareTokenMfaSettings'

const PASSWORD = 'Estudar-2026'
const APP_POOL: PoolIds = { userPoolId: DEMO_POOL.id, clientId: DEMO_POOL.clients[0]?.id ?? '' }

/**
 * The identity service with its administrator operations. The key for these operations is in the running product's data
 * folder.
 */
export class UserPool {
  readonly ids: PoolIds
  readonly #product: RunningProduct
  #students = 0

  constructor(product: RunningProduct, ids: PoolIds = APP_POOL) {
    this.#product = product
    this.ids = ids
  }

  /** Creates another pool in the same service. Users of this pool must have a second factor. */
  async createStrictPool(): Promise<UserPool> {
    const { UserPool: pool } = await this.#call<{ UserPool: { Id: string } }>('CreateUserPool', {
      PoolName: 'strict',
      UsernameAttributes: ['email'],
    })
    await this.#call('SetUserPoolMfaConfig', {
      UserPoolId: pool.Id,
      MfaConfiguration: 'ON',
      SoftwareTokenMfaConfiguration: { Enabled: true },
    })
    const { UserPoolClient: client } = await this.#call<{ UserPoolClient: { ClientId: string } }>(
      'CreateUserPoolClient',
      {
        UserPoolId: pool.Id,
        ClientName: 'web',
        ExplicitAuthFlows: ['ALLOW_USER_SRP_AUTH', 'ALLOW_USER_PASSWORD_AUTH', 'ALLOW_REFRESH_TOKEN_AUTH'],
      },
    )
    return new UserPool(this.#product, { userPoolId: pool.Id, clientId: client.ClientId })
  }

  /** Creates a confirmed account. */
  async createStudent(attributes: Record<string, string> = {}): Promise<Account> {
    const account = await this.inviteStudent(attributes)
    await this.#call('AdminSetUserPassword', { ...this.#user(account), Password: PASSWORD, Permanent: true })
    return { ...account, password: PASSWORD }
  }

  /** Creates an account with a temporary password, which the student must replace at the first sign-in. */
  async inviteStudent(attributes: Record<string, string> = {}): Promise<Account> {
    this.#students += 1
    const account = { email: `aluna-${this.#students}@example.com`, password: 'Temporaria-2026' }
    await this.#call('AdminCreateUser', {
      ...this.#user(account),
      TemporaryPassword: account.password,
      MessageAction: 'SUPPRESS',
      UserAttributes: attributeList({ email_verified: 'true', ...attributes }),
    })
    return account
  }

  /** Signs up an account without confirming it. When the promise resolves, the code has been sent. */
  async signUpStudent(): Promise<Account> {
    this.#students += 1
    const account = { email: `aluna-${this.#students}@example.com`, password: PASSWORD }
    const { clientId } = this.ids
    await this.#call('SignUp', { ClientId: clientId, Username: account.email, Password: account.password })
    return account
  }

  /**
   * Resets the password, so that the student must choose a new one. When the promise resolves, the code has been sent.
   */
  async resetPassword(account: Account): Promise<void> {
    await this.#call('AdminResetUserPassword', this.#user(account))
  }

  /** Enables second factors for a student. A student with multiple factors chooses one of them at sign-in. */
  async requireFactor(account: Account, ...preferences: Preference[]): Promise<void> {
    const enabled = Object.fromEntries(preferences.map((preference) => [preference, { Enabled: true }]))
    await this.#call('AdminSetUserMFAPreference', { ...this.#user(account), ...enabled })
  }

  /** Enables an authenticator app for a student. @returns a function for the app's next code */
  async requireAuthenticator(account: Account): Promise<{ nextCode: () => Promise<string> }> {
    const AccessToken = await this.accessTokenOf(account)
    const { SecretCode } = await this.#call<{ SecretCode: string }>('AssociateSoftwareToken', { AccessToken })
    await this.#call('VerifySoftwareToken', { AccessToken, UserCode: await totpCode(SecretCode) })
    await this.requireFactor(account, 'SoftwareTokenMfaSettings')
    return { nextCode: () => nextTotpCode(SecretCode) } // each code is accepted only once
  }

  /** Signs in as another device of the student would, and returns the access token. */
  async accessTokenOf({ email, password }: Account): Promise<string> {
    const answer = await this.#call<{ AuthenticationResult: { AccessToken: string } }>('InitiateAuth', {
      AuthFlow: 'USER_PASSWORD_AUTH',
      ClientId: this.ids.clientId,
      AuthParameters: { USERNAME: email, PASSWORD: password },
    })
    return answer.AuthenticationResult.AccessToken
  }

  /** Reads the account of a session. After the session has ended, rejects with the service's message. */
  async readOwnAccount(AccessToken: string): Promise<void> {
    await this.#call('GetUser', { AccessToken })
  }

  /** Returns the last code that was sent to an address or a phone number. */
  async lastCodeFor(destination: string): Promise<string> {
    const reply = await fetch(`${this.#product.url}/cognito-idp/_emulator/outbox`, { headers: this.#adminHeaders() })
    const messages = (await reply.json()) as SentMessage[]
    const last = messages.findLast((message) => message.destination === destination)
    if (!last) throw new Error(`No code was sent to ${destination}.`)
    return last.code
  }

  async #call<Answer>(operation: string, members: object): Promise<Answer> {
    const reply = await fetch(`${this.#product.url}/cognito-idp/`, {
      method: 'POST',
      headers: {
        ...this.#adminHeaders(),
        'content-type': 'application/x-amz-json-1.1',
        'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
      },
      body: JSON.stringify(members),
    })
    if (!reply.ok) throw new Error(`${operation} failed with status ${reply.status}: ${await reply.text()}`)
    return (await reply.json()) as Answer
  }

  #user({ email }: Account) {
    return { UserPoolId: this.ids.userPoolId, Username: email }
  }

  #adminHeaders() {
    return { 'x-emulator-admin-key': readFileSync(join(this.#product.dataFolder, 'admin-key'), 'utf8') }
  }
}

function attributeList(attributes: Record<string, string>): { Name: string; Value: string }[] {
  return Object.entries(attributes).map(([Name, Value]) => ({ Name, Value }))
}
