import { printable, printableJson } from '../../printing.ts'
import { conform, type ConformOptions } from './conform.ts'
import { EndpointError } from './endpoint.ts'
import { formatReport } from './report.ts'

/**
 * Runs the command `cognito-emulator conform` and prints its report. For AWS, the command uses the credentials in the
 * environment.
 *
 * @param print called with the report without a trailing line break
 * @returns the exit status: 0 if every wrong answer was refused, otherwise 1
 * @throws {Error} if the endpoint cannot be checked at all
 */
export async function runConform(
  { json, ...options }: ConformOptions & { json: boolean },
  print: (lines: string) => void,
): Promise<number> {
  const report = await conform({ credentials: readCredentials(), ...options }).catch((cause: unknown) => {
    throw new Error(`${options.url} cannot be checked: ${printable(explain(cause))}`, { cause })
  })
  print(json ? printableJson(report) : formatReport(report))
  return report.refused === report.verdicts.length ? 0 : 1
}

function readCredentials(): ConformOptions['credentials'] {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = process.env
  if (!accessKeyId || !secretAccessKey) return undefined
  return { accessKeyId, secretAccessKey, sessionToken: process.env['AWS_SESSION_TOKEN'] }
}

function explain(cause: unknown): string {
  if (cause instanceof EndpointError) return cause.message
  if (!(cause instanceof Error)) return String(cause)
  return cause.cause instanceof Error ? cause.cause.message || cause.message : cause.message
}
