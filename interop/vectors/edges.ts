/** Replacements for the clock, the random bytes and the network of a library. */
export type Edges = {
  atMs: number
  /** Random bytes in the order in which the library draws them. All later bytes are zero. */
  random: Uint8Array
  respond: (operation: string, request: ServiceRequest) => ServiceResponse
}

/** Body of a request to Cognito, limited to the fields that carry SRP. */
export type ServiceRequest = {
  ChallengeName?: string
  AuthParameters?: Record<string, string>
  ChallengeResponses?: Record<string, string>
  DeviceSecretVerifierConfig?: Record<string, string>
}

export type ServiceResponse = { status: number; body: object }

/** Thrown when a library neither returns nor throws. A call that hangs does not count as a refusal. */
export class NeverEnds extends Error {}

/**
 * Runs a library after replacing the clock, the random bytes and the network on the global object.
 *
 * @throws NeverEnds when Node.js has no more work before the call ends.
 */
export async function withEdges<T>(edges: Edges, run: () => Promise<T>): Promise<T> {
  const { fetch, Date } = globalThis
  const getRandomValues = crypto.getRandomValues.bind(crypto)
  globalThis.fetch = (_url, init) => Promise.resolve(respondTo(edges, init))
  globalThis.Date = dateAt(edges.atMs)
  crypto.getRandomValues = drawFrom(edges.random)
  const { promise: idle, reject } = Promise.withResolvers<never>()
  const onIdle = () => reject(new NeverEnds('The call never ends.'))
  process.once('beforeExit', onIdle)
  try {
    return await Promise.race([run(), idle])
  } finally {
    process.off('beforeExit', onIdle)
    Object.assign(globalThis, { fetch, Date })
    crypto.getRandomValues = getRandomValues
  }
}

function respondTo({ respond }: Edges, init: RequestInit = {}): Response {
  const operation = new Headers(init.headers).get('x-amz-target')?.split('.').at(-1) ?? ''
  const { status, body } = respond(operation, JSON.parse(init.body as string) as ServiceRequest)
  return Response.json(body, { status })
}

function dateAt(atMs: number): DateConstructor {
  const RealDate = Date
  return class extends RealDate {
    constructor(value: number | string = atMs) {
      super(value)
    }
    static override now(): number {
      return atMs
    }
  } as DateConstructor
}

/** The libraries draw bytes or big-endian words of 32 bits. */
function drawFrom(random: Uint8Array): typeof crypto.getRandomValues {
  let position = 0
  const next = () => random[position++] ?? 0
  return <T extends ArrayBufferView | null>(array: T): T => {
    if (array instanceof Uint8Array) for (const index of array.keys()) array[index] = next()
    if (array instanceof Uint32Array)
      for (const index of array.keys()) array[index] = next() * 2 ** 24 + next() * 2 ** 16 + next() * 2 ** 8 + next()
    return array
  }
}
