import { z } from 'zod'

import { PARAMETER_LIMITS, TEXT_LIMITS, type TextLimits, type TextMember } from './input-limits.ts'

/** Text members of the service's API, with its lengths and patterns. */
export const text: Record<TextMember, z.ZodString> = Object.fromEntries(
  Object.entries(TEXT_LIMITS).map(([name, limits]) => [name, limitedText(limits)]),
) as Record<TextMember, z.ZodString>

function limitedText({ min, max, pattern }: TextLimits): z.ZodString {
  let limited = z.string()
  if (min !== undefined) limited = limited.min(min)
  if (max !== undefined) limited = limited.max(max)
  return pattern === undefined ? limited : limited.regex(new RegExp(`^(?:${pattern})$`, 'u'))
}

/** Names and values without a pattern: metadata. */
export const textMap: z.ZodRecord<z.ZodString, z.ZodString> = z.record(z.string(), text.anything)

const namedTexts = Object.entries(PARAMETER_LIMITS).map(([name, limits]) => [name, limitedText(limits)] as const)

/** Parameters of a sign-in, and answers to its challenges. */
export const parameters: z.ZodType<Record<string, string>> = textMap.check(({ value, issues }) => {
  for (const [name, limited] of namedTexts) {
    if (value[name] === undefined) continue
    const { error } = limited.safeParse(value[name], { reportInput: true })
    for (const issue of error?.issues ?? []) issues.push({ ...issue, path: [name], input: value[name] } as never)
  }
})

/** `[{ Name, Value }]` */
export const attributeList: z.ZodType<{ Name: string; Value?: string | undefined }[]> = z.array(
  z.object({ Name: text.attributeName, Value: text.attributeValue.optional() }),
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
  return text.anything as z.ZodType<string> as z.ZodType<Name>
}
