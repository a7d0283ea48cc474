import { z } from 'zod'

import type { EmulatorOptions } from './options.ts'

const seconds = z.number().positive()
const mfaType = z.enum(['SMS_MFA', 'SOFTWARE_TOKEN_MFA', 'EMAIL_OTP'])
const address = z.enum(['email', 'phone_number'])
const trigger = z.custom<unknown>((value) => typeof value === 'function', 'a function')

const client = z.strictObject({
  id: z.string().regex(/^[\w+-]{1,128}$/),
  secret: z.string().min(1).optional(),
  explicitAuthFlows: z.array(z.string()).optional(),
  refreshTokenRotation: z.strictObject({ graceSeconds: z.number().min(0).max(60) }).optional(),
  preventUserExistenceErrors: z.boolean().optional(),
  accessTokenSeconds: seconds.optional(),
  idTokenSeconds: seconds.optional(),
  refreshTokenSeconds: seconds.optional(),
  authSessionSeconds: seconds.optional(),
})

const user = z.strictObject({
  username: z.string().min(1).max(128),
  password: z.string().min(1).max(256).optional(),
  attributes: z.record(z.string(), z.string()).optional(),
  temporaryPassword: z.literal(true).optional(),
  totpSecret: z
    .string()
    .regex(/^[A-Z2-7]{16,}=*$/i, 'a base32 secret of at least 16 characters')
    .optional(),
  smsMfa: z.literal(true).optional(),
  emailMfa: z.literal(true).optional(),
  preferredMfa: mfaType.optional(),
  groups: z.array(z.string().min(1)).optional(),
})

const passwordPolicy = z.strictObject({
  minimumLength: z.number().int().min(6).max(99).optional(),
  requireUppercase: z.boolean().optional(),
  requireLowercase: z.boolean().optional(),
  requireNumbers: z.boolean().optional(),
  requireSymbols: z.boolean().optional(),
  temporaryPasswordValidityDays: z.number().min(0).optional(),
})

const triggers = z.strictObject({
  defineAuthChallenge: trigger.optional(),
  createAuthChallenge: trigger.optional(),
  verifyAuthChallengeResponse: trigger.optional(),
  preSignUp: trigger.optional(),
  postConfirmation: trigger.optional(),
  preAuthentication: trigger.optional(),
  postAuthentication: trigger.optional(),
  preTokenGeneration: trigger.optional(),
})

const userPool = z.strictObject({
  id: z
    .string()
    .max(55)
    .regex(/^[\w-]+_[0-9a-zA-Z]+$/, 'a pool id such as local_Pool1'),
  name: z.string().optional(),
  clients: z.array(client),
  users: z.array(user).optional(),
  mfa: z.enum(['OFF', 'OPTIONAL', 'ON']).optional(),
  mfaTypes: z.array(mfaType).optional(),
  deviceTracking: z.enum(['off', 'always', 'opt-in']).optional(),
  preventUserExistenceErrors: z.boolean().optional(),
  usernameAttributes: z.array(address).optional(),
  aliasAttributes: z.array(z.enum(['email', 'phone_number', 'preferred_username'])).optional(),
  autoVerifiedAttributes: z.array(address).optional(),
  requiredAttributes: z.array(z.string()).optional(),
  passwordPolicy: passwordPolicy.optional(),
  allowSignUp: z.boolean().optional(),
  groups: z.array(z.string().min(1)).optional(),
  webAuthn: z
    .strictObject({
      relyingPartyId: z.string().optional(),
      userVerification: z.enum(['required', 'preferred']).optional(),
    })
    .optional(),
  triggers: triggers.optional(),
})

const optionsShape = z.strictObject({
  userPools: z.array(userPool),
  region: z.string().min(1).optional(),
  data: z.string().min(1).optional(),
  now: z.custom<unknown>((value) => typeof value === 'function', 'a function').optional(),
  adminKey: z.string().min(1).optional(),
  sameOrigin: z.boolean().optional(),
  allowedHosts: z.array(z.string()).optional(),
  onDelivery: z.custom<unknown>((value) => typeof value === 'function', 'a function').optional(),
  maxBodyBytes: z.number().int().positive().optional(),
})

/** Checks options as a whole. @throws {TypeError} that names every wrong member and what was expected. */
export function checkOptions(options: unknown): asserts options is EmulatorOptions {
  const { error } = optionsShape.safeParse(options)
  if (error) throw new TypeError(`The emulator's options are wrong.\n${z.prettifyError(error)}`)
}
