import { z } from 'zod'

type TextMember =
  | 'accessToken'
  | 'attributeName'
  | 'clientId'
  | 'code'
  | 'deviceKey'
  | 'groupName'
  | 'password'
  | 'proposedPassword'
  | 'refreshToken'
  | 'secretHash'
  | 'session'
  | 'totpCode'
  | 'username'
  | 'userPoolId'

/** Text members of the service's API, with its lengths and patterns. */
export const text: Record<TextMember, z.ZodString> = {
  accessToken: z.string().regex(/^[A-Za-z0-9\-_=.]+$/),
  attributeName: z
    .string()
    .min(1)
    .max(32)
    .regex(/^[\p{L}\p{M}\p{S}\p{N}\p{P}]+$/u),
  clientId: z
    .string()
    .min(1)
    .max(128)
    .regex(/^[\w+-]+$/),
  code: z.string().min(1).max(2048).regex(/^\S+$/),
  deviceKey: z
    .string()
    .min(1)
    .max(55)
    .regex(/^[\w-]+_[0-9a-f-]+$/),
  groupName: z
    .string()
    .min(1)
    .max(128)
    .regex(/^[\p{L}\p{M}\p{S}\p{N}\p{P}]+$/u),
  password: z.string().min(1).max(256),
  proposedPassword: z.string().max(256),
  refreshToken: z
    .string()
    .min(1)
    .regex(/^[A-Za-z0-9\-_=.]+$/),
  secretHash: z
    .string()
    .min(1)
    .max(128)
    .regex(/^[\w+=/]+$/),
  session: z.string().min(20).max(2048),
  totpCode: z
    .string()
    .min(6)
    .max(6)
    .regex(/^[0-9]+$/),
  username: z
    .string()
    .min(1)
    .max(128)
    .regex(/^[\p{L}\p{M}\p{S}\p{N}\p{P}]+$/u),
  userPoolId: z
    .string()
    .min(1)
    .max(55)
    .regex(/^[\w-]+_[0-9a-zA-Z]+$/),
}

/** Names and values without a pattern: metadata, challenge responses. */
export const textMap: z.ZodRecord<z.ZodString, z.ZodString> = z.record(z.string(), z.string().max(131_072))

/** `[{ Name, Value }]` */
export const attributeList: z.ZodType<{ Name: string; Value?: string | undefined }[]> = z.array(
  z.object({ Name: text.attributeName, Value: z.string().max(2048).optional() }),
)

/** Size of a page. */
export const limit: z.ZodOptional<z.ZodNumber> = z.number().int().min(0).max(60).optional()

type AccountMembers = {
  ClientId: z.ZodString
  Username: z.ZodString
  SecretHash: z.ZodOptional<z.ZodString>
  ClientMetadata: z.ZodOptional<typeof textMap>
}

/** Members of an operation on an account without a sign-in. */
export const accountMembers: AccountMembers = {
  ClientId: text.clientId,
  Username: text.username,
  SecretHash: text.secretHash.optional(),
  ClientMetadata: textMap.optional(),
}

/** The member of every operation of a signed-in user. */
export const signedInMembers: { AccessToken: z.ZodString } = { AccessToken: text.accessToken }

/** The members of an administrator's operation on a user. */
export const userMembers: { UserPoolId: z.ZodString; Username: z.ZodString } = {
  UserPoolId: text.userPoolId,
  Username: text.username,
}

type Present<Value> = { [Key in keyof Value]?: Exclude<Value[Key], undefined> }

/** The members that have a value: an absent member and one that is `undefined` are the same to the service. */
export function omitUndefined<Value extends object>(value: Value): Present<Value> {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as Present<Value>
}

/** Text that is taken as it is where the SDK lists names: a newer client may send one more. */
export function anyName<Name extends string>(): z.ZodType<Name> {
  return z.string() as z.ZodType<string> as z.ZodType<Name>
}
