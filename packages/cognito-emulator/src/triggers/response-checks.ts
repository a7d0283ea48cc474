import { z } from 'zod'

import type { TriggerEvents, TriggerName } from './events.ts'

// These schemas define the responses that the service accepts. A number or boolean is accepted as a string, and the
// strings `true` and `false` are accepted as booleans. A list or an object instead of a string or boolean makes the
// response invalid.

/** Makes a member optional and treats null as absent. */
const optional = <Type extends z.ZodType>(type: Type) =>
  z.preprocess((value) => value ?? undefined, type.optional()).optional()

const text = z.preprocess((value) => (['number', 'boolean'].includes(typeof value) ? String(value) : value), z.string())
const flag = z.preprocess(
  (value) => (typeof value === 'string' ? { true: true, false: false }[value.toLowerCase()] : value),
  z.boolean(),
)
const textMap = z.preprocess(withoutNulls, z.record(z.string(), text))
const jsonMap = z.preprocess(withoutNulls, z.record(z.string(), z.unknown()))
const names = z.array(z.string())

function withoutNulls(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== null))
}

/** A null or empty value removes the groups, but an absent value does not. Null is therefore not treated as absent. */
const groupOverrideDetails = z
  .object({ groupsToOverride: optional(names), iamRolesToOverride: optional(names), preferredRole: optional(text) })
  .nullable()
  .optional()

const claims = { claimsToAddOrOverride: optional(textMap), claimsToSuppress: optional(names) }
const anyClaims = { ...claims, claimsToAddOrOverride: optional(jsonMap) }
const scopes = { scopesToAdd: optional(names), scopesToSuppress: optional(names) }

const answers: { [Name in TriggerName]: z.ZodType } = {
  defineAuthChallenge: z.object({
    challengeName: optional(text),
    issueTokens: optional(flag),
    failAuthentication: optional(flag),
  }),
  createAuthChallenge: z.object({
    publicChallengeParameters: optional(textMap),
    privateChallengeParameters: optional(textMap),
    challengeMetadata: optional(text),
  }),
  verifyAuthChallengeResponse: z.object({ answerCorrect: optional(flag) }),
  preSignUp: z.object({
    autoConfirmUser: optional(flag),
    autoVerifyEmail: optional(flag),
    autoVerifyPhone: optional(flag),
  }),
  postConfirmation: z.object({}),
  preAuthentication: z.object({}),
  postAuthentication: z.object({}),
  preTokenGeneration: z.object({
    claimsOverrideDetails: optional(z.object({ ...claims, groupOverrideDetails })),
    claimsAndScopeOverrideDetails: optional(
      z.object({
        idTokenGeneration: optional(z.object(anyClaims)),
        accessTokenGeneration: optional(z.object({ ...anyClaims, ...scopes })),
        groupOverrideDetails,
      }),
    ),
  }),
  customMessage: z.object({
    smsMessage: optional(text),
    emailMessage: optional(text),
    emailSubject: optional(text),
  }),
  userMigration: z.object({
    userAttributes: optional(textMap),
    // The event's type also allows UNCONFIRMED. The emulator rejects this status, because migrated users do not receive a
    // confirmation code.
    finalUserStatus: optional(z.enum(['CONFIRMED', 'RESET_REQUIRED', 'FORCE_CHANGE_PASSWORD'])),
    messageAction: optional(z.enum(['SUPPRESS', 'RESEND'])),
    desiredDeliveryMediums: optional(z.array(z.enum(['SMS', 'EMAIL']))),
    forceAliasCreation: optional(flag),
    enableSMSMFA: optional(flag),
  }),
  customEmailSender: z.object({}).catch({}), // the response is ignored
  customSMSSender: z.object({}).catch({}),
}

/** Responses of all triggers after validation. Null members are absent, and all members are optional. */
export type TriggerAnswers = { [Name in TriggerName]: Answer<TriggerEvents[Name]['response']> }
type Answer<Type> = Type extends unknown[]
  ? Type
  : Type extends object
    ? string extends keyof Type
      ? Type
      : { [Member in keyof Type]?: Answer<NonNullable<Type[Member]>> | NullOf<Member> }
    : Type
type NullOf<Member> = Member extends 'groupOverrideDetails' ? null | undefined : undefined

/** Reads the `response` of a trigger. Returns undefined if the `response` is invalid. */
export function readAnswer<Name extends TriggerName>(name: Name, response: unknown): TriggerAnswers[Name] | undefined {
  return answers[name].safeParse(response).data as TriggerAnswers[Name] | undefined
}

/** Initial `response` of each trigger. */
export const EMPTY_RESPONSES: { [Name in TriggerName]: Record<string, null | boolean> } = {
  defineAuthChallenge: { challengeName: null, issueTokens: null, failAuthentication: null },
  createAuthChallenge: {
    publicChallengeParameters: null,
    privateChallengeParameters: null,
    challengeMetadata: null,
  },
  verifyAuthChallengeResponse: { answerCorrect: null },
  preSignUp: { autoConfirmUser: false, autoVerifyEmail: false, autoVerifyPhone: false },
  postConfirmation: {},
  preAuthentication: {},
  postAuthentication: {},
  preTokenGeneration: { claimsOverrideDetails: null },
  customMessage: { smsMessage: null, emailMessage: null, emailSubject: null },
  userMigration: {
    userAttributes: null,
    forceAliasCreation: null,
    enableSMSMFA: null,
    finalUserStatus: null,
    messageAction: null,
    desiredDeliveryMediums: null,
  },
  customEmailSender: {},
  customSMSSender: {},
}
