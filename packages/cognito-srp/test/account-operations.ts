import type { CognitoClient } from '../src/client.ts'
import * as account from '../src/operations/account.ts'

/**
 * Test case for an operation. Contains the call, the expected payload, the service's response and the expected result. `payload`
 * omits the fields that every operation has.
 */
export type Case = {
  operation: string
  call: (client: CognitoClient, options: { signal?: AbortSignal }) => Promise<unknown>
  payload: object
  answer?: object
  output?: unknown
}

/** Destination of a code, in the service's format and in the client's format. */
export const DELIVERY: object = { Destination: 'a***@e***', DeliveryMedium: 'EMAIL', AttributeName: 'email' }
export const delivery: object = { destination: 'a***@e***', deliveryMedium: 'EMAIL', attributeName: 'email' }

export const clientMetadata: Record<string, string> = { locale: 'pt' }
export const ClientMetadata: Record<string, string> = clientMetadata

/** Operations that work without a session. */
export const ACCOUNT_CASES: Case[] = [
  {
    operation: 'SignUp',
    call: (client, options) =>
      account.signUp(client, {
        username: 'ana',
        password: 'Senha-123',
        userAttributes: { email: 'ana@example.com', 'custom:school': 'X' },
        validationData: { invite: '7' },
        clientMetadata,
        ...options,
      }),
    payload: {
      Password: 'Senha-123',
      UserAttributes: [
        { Name: 'email', Value: 'ana@example.com' },
        { Name: 'custom:school', Value: 'X' },
      ],
      ValidationData: [{ Name: 'invite', Value: '7' }],
      ClientMetadata,
    },
    answer: { UserConfirmed: false, UserSub: 'sub-1', CodeDeliveryDetails: DELIVERY },
    output: { userConfirmed: false, userSub: 'sub-1', codeDeliveryDetails: delivery },
  },
  {
    operation: 'SignUp',
    call: (client, options) => account.signUp(client, { username: 'ana', ...options }),
    payload: {},
    answer: { UserConfirmed: true, UserSub: 'sub-1', Session: 's-1' },
    output: { userConfirmed: true, userSub: 'sub-1', signUpSession: 's-1' },
  },
  {
    operation: 'ConfirmSignUp',
    call: (client, options) =>
      account.confirmSignUp(client, { username: 'ana', confirmationCode: '1', forceAliasCreation: true, ...options }),
    payload: { ConfirmationCode: '1', ForceAliasCreation: true },
    output: {},
  },
  {
    operation: 'ConfirmSignUp',
    call: (client, options) =>
      account.confirmSignUp(client, { username: 'ana', confirmationCode: '1', signUpSession: 's-1', ...options }),
    payload: { ConfirmationCode: '1', Session: 's-1' },
    answer: { Session: 's-2' },
    output: { signUpSession: 's-2' },
  },
  {
    operation: 'ResendConfirmationCode',
    call: (client, options) => account.resendConfirmationCode(client, { username: 'ana', clientMetadata, ...options }),
    payload: { ClientMetadata },
    answer: { CodeDeliveryDetails: DELIVERY },
    output: delivery,
  },
  {
    operation: 'ForgotPassword',
    call: (client, options) => account.forgotPassword(client, { username: 'ana', ...options }),
    payload: {},
    answer: {},
    output: {},
  },
  {
    operation: 'ConfirmForgotPassword',
    call: (client, options) =>
      account.confirmForgotPassword(client, {
        username: 'ana',
        confirmationCode: '1',
        password: 'Nova-123',
        ...options,
      }),
    payload: { ConfirmationCode: '1', Password: 'Nova-123' },
  },
]
