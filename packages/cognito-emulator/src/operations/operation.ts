import type { z } from 'zod'

import { readInput } from '../http/read-input.ts'
import type { Services } from '../services.ts'

/** One operation of the service. An administrator's is closed to those without the emulator's key. */
export type Operation = {
  access: 'anyone' | 'administrator'
  run(services: Services, body: unknown): Promise<object>
}

/** The operations of one topic by their names on the wire. */
export type Operations = Record<string, Operation>

/** Joins what an operation accepts with what it does. */
export function operation<Input>(
  input: z.ZodType<Input>,
  run: (services: Services, input: Input) => object | Promise<object>,
): Operation {
  return { access: 'anyone', run: async (services, body) => run(services, readInput(input, body)) }
}

/** An operation that the service accepts only with AWS credentials. */
export function administratorOperation<Input>(
  input: z.ZodType<Input>,
  run: (services: Services, input: Input) => object | Promise<object>,
): Operation {
  return { ...operation(input, run), access: 'administrator' }
}
