import { printable, printableJson } from '../../printing.ts'
import { conform, type ConformOptions } from './conform.ts'
import { Refusal } from './endpoint.ts'
import { formatReport } from './report.ts'

/**
 * The command `cognito-emulator conform`: prints what the endpoint refused. AWS is asked with the credentials of the
 * environment.
 *
 * @param print takes lines without the end of the last one
 * @returns the exit code: 0 when every wrong answer was refused
 * @throws {Error} when the endpoint cannot be judged at all
 */
export async function runConform(
  { json, ...options }: ConformOptions & { json: boolean },
  print: (lines: string) => void,
): Promise<number> {
  const report = await conform({ credentials: readCredentials(), ...options }).catch((cause: unknown) => {
    throw new Error(`${options.url} cannot be judged: ${printable(explain(cause))}`, { cause })
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
  if (cause instanceof Refusal) return cause.message
  if (!(cause instanceof Error)) return String(cause)
  return cause.cause instanceof Error ? cause.cause.message || cause.message : cause.message
}
