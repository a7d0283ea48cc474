import { existsSync, readFileSync } from 'node:fs'
import { z } from 'zod'

import { UsageError } from '../usage-error.ts'

const outputsSchema = z.object({
  Region: z.string(),
  UserPoolId: z.string(),
  ClientId: z.string(),
  BucketName: z.string(),
  SiteUrl: z.string(),
})

/** What publishing the site needs to know of the deployed stack. */
export type StackOutputs = z.infer<typeof outputsSchema>

/**
 * Reads the file that `cdk deploy --outputs-file` writes.
 *
 * @throws UsageError that says what is missing and which command writes it
 */
export function readOutputs(file: string, stackName: string): StackOutputs {
  if (!existsSync(file)) throw new UsageError('There is no outputs.json yet. Run: pnpm run deploy')
  const stacks = z.looseObject({ [stackName]: outputsSchema }).safeParse(JSON.parse(readFileSync(file, 'utf8')))
  const outputs = stacks.data?.[stackName]
  if (outputs !== undefined) return outputs
  const missing = stacks.error?.issues.map(({ path }) => path.join('.')).join(', ') ?? stackName
  throw new UsageError(`outputs.json does not tell ${missing}. Run: pnpm run deploy (with the same STACK_NAME)`)
}
