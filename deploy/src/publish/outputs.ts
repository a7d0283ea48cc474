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

/** Outputs of the deployed stack that publishing the site needs. */
export type StackOutputs = z.infer<typeof outputsSchema>

/**
 * Reads a stack's outputs from the file that `cdk deploy --outputs-file` writes.
 *
 * @throws UsageError that names the missing file or outputs, and the command that writes the file
 * @throws SyntaxError if the file is not JSON
 */
export function readOutputs(file: string, stackName: string): StackOutputs {
  if (!existsSync(file)) throw new UsageError('outputs.json does not exist yet. Run: pnpm run deploy')
  const stacks = z.looseObject({ [stackName]: outputsSchema }).safeParse(JSON.parse(readFileSync(file, 'utf8')))
  const outputs = stacks.data?.[stackName]
  if (outputs !== undefined) return outputs
  const missing = stacks.error?.issues.map(({ path }) => path.join('.')).join(', ') ?? stackName
  throw new UsageError(`outputs.json has no ${missing}. Run: pnpm run deploy (with the same STACK_NAME)`)
}
