import { N } from '../../srp/group.ts'
import { computeU, deriveKey, signClaim } from '../../srp/handshake.ts'
import { formatTimestamp, srpClient, type ServerAnswer } from './srp-client.ts'
import {
  createAccount,
  createClient,
  finishSrp,
  initiateAuth,
  newPassword,
  respond,
  secretHash,
  signInByPassword,
  startSrp,
  tokensOf,
  type Account,
  type AuthAnswer,
  type Subject,
} from './subject.ts'
import type { Way, WrongAnswer } from './wrong-answer.ts'

const DAY_MS = 86_400_000

/** Wrong passwords, SRP proofs, secret hashes and device proofs. */
export const wrongProofs: WrongAnswer[] = [
  {
    id: 'password',
    title: 'a wrong password',
    ways: [
      {
        name: 'at sign-in',
        async prepare(subject) {
          const account = await createAccount(subject, subject.pool)
          tokensOf(await signInByPassword(subject, subject.pool, account))
          return () => signInByPassword(subject, subject.pool, { ...account, password: newPassword() })
        },
      },
    ],
  },
  {
    id: 'srp-proof',
    title: 'a wrong SRP proof',
    ways: [
      {
        name: 'of another password',
        async prepare(subject) {
          const { handshake } = await afterRightHandshake(subject)
          return () => finishSrp(subject, subject.pool, handshake, { password: newPassword() })
        },
      },
      {
        name: 'with the secret block of another handshake',
        async prepare(subject) {
          const { account, handshake } = await afterRightHandshake(subject)
          const { SECRET_BLOCK } = (await startSrp(subject, subject.pool, account)).server
          const server = { ...handshake.server, SECRET_BLOCK }
          return () => finishSrp(subject, subject.pool, { ...handshake, server }, account)
        },
      },
      {
        name: 'with the time of yesterday',
        async prepare(subject) {
          const { account, handshake } = await afterRightHandshake(subject)
          const timestamp = formatTimestamp(Date.now() - DAY_MS)
          return () => finishSrp(subject, subject.pool, handshake, { password: account.password, timestamp })
        },
      },
    ],
  },
  {
    id: 'srp-a',
    title: 'an SRP_A that is a multiple of N',
    ways: [
      ['0', 0n],
      ['N', N],
      ['2 N', 2n * N],
    ].map(([name, A]) => multipleOfN(String(name), BigInt(A ?? 0n))),
  },
  {
    id: 'secret-hash',
    title: 'a wrong SECRET_HASH',
    ways: [
      {
        name: "another name's",
        prepare: async (subject) => signInWithHash(subject, (client) => secretHash(client, 'nobody')),
      },
      { name: 'none', prepare: async (subject) => signInWithHash(subject, () => ({})) },
    ],
  },
  {
    id: 'device-proof',
    title: 'a wrong proof of a device',
    ways: [
      {
        name: 'of another device password',
        async prepare(subject) {
          const account = await createAccount(subject, subject.pool)
          const device = await confirmDevice(subject, account)
          tokensOf(await signInFromDevice(subject, account, device))
          return () => signInFromDevice(subject, account, { ...device, password: 'b3V0cm8gYXBhcmVsaG8=' })
        },
      },
    ],
  },
]

async function afterRightHandshake(
  subject: Subject,
): Promise<{ account: Account; handshake: Awaited<ReturnType<typeof startSrp>> }> {
  const { pool } = subject
  const account = await createAccount(subject, pool)
  tokensOf(await finishSrp(subject, pool, await startSrp(subject, pool, account), account))
  return { account, handshake: await startSrp(subject, pool, account) }
}

/** If A is a multiple of N, S is 0 on the server, so a client can prove S without the password (RFC 5054 §2.5.4). */
function multipleOfN(name: string, A: bigint): Way {
  return {
    name,
    async prepare(subject) {
      const { account } = await afterRightHandshake(subject)
      return async () => {
        const { challenge, username, userId, server } = await startSrp(subject, subject.pool, account, {
          a: 0n,
          srpA: A.toString(16),
        })
        if (challenge.AuthenticationResult) return challenge
        const key = deriveKey(0n, computeU(A, BigInt(`0x${server.SRP_B}`)))
        const timestamp = formatTimestamp(Date.now())
        const claim = { poolName: subject.pool.name, userId, secretBlock: server.SECRET_BLOCK, timestamp }
        return respond(subject, subject.pool, challenge, {
          USERNAME: username,
          PASSWORD_CLAIM_SECRET_BLOCK: server.SECRET_BLOCK,
          PASSWORD_CLAIM_SIGNATURE: signClaim(key, claim).toString('base64'),
          TIMESTAMP: timestamp,
        })
      }
    },
  }
}

async function signInWithHash(
  subject: Subject,
  hashOf: (client: Parameters<typeof secretHash>[0]) => Record<string, string>,
): Promise<() => Promise<AuthAnswer>> {
  const client = await createClient(subject.endpoint, subject.pool, { GenerateSecret: true })
  if (client.clientSecret === undefined) throw new Error('CreateUserPoolClient did not return a client secret.')
  const account = await createAccount(subject, subject.pool)
  tokensOf(await signInByPassword(subject, client, account))
  const parameters = { USERNAME: account.username, PASSWORD: account.password, ...hashOf(client) }
  return () => initiateAuth(subject, client, 'USER_PASSWORD_AUTH', parameters)
}

type Device = { key: string; groupKey: string; password: string }

async function confirmDevice(subject: Subject, account: Account): Promise<Device> {
  const { pool, endpoint } = subject
  const handshake = await startSrp(subject, pool, account)
  const { AccessToken, NewDeviceMetadata } = tokensOf(await finishSrp(subject, pool, handshake, account))
  if (!NewDeviceMetadata) throw new Error('The sign-in response has no NewDeviceMetadata.')
  const { DeviceKey: key, DeviceGroupKey: groupKey } = NewDeviceMetadata
  const device = { key, groupKey, password: 'YXBhcmVsaG8gZGUgdGVzdGU=' }
  await endpoint.call('ConfirmDevice', {
    AccessToken,
    DeviceKey: key,
    DeviceSecretVerifierConfig: srpClient.deviceVerifier({
      poolName: groupKey,
      userId: key,
      password: device.password,
    }),
  })
  return device
}

async function signInFromDevice(subject: Subject, account: Account, device: Device): Promise<AuthAnswer> {
  const { pool } = subject
  const named = { DEVICE_KEY: device.key }
  const handshake = await startSrp(subject, pool, account)
  const asked = await finishSrp(subject, pool, handshake, { password: account.password, more: named })
  if (asked.ChallengeName !== 'DEVICE_SRP_AUTH')
    throw new Error('The sign-in did not return the challenge DEVICE_SRP_AUTH.')
  const { a, srpA } = srpClient.createClientEphemeral()
  const names = { USERNAME: handshake.username, ...named }
  const challenge = await respond(subject, pool, asked, { ...names, SRP_A: srpA })
  const identity = { poolName: device.groupKey, userId: device.key, password: device.password }
  const proof = srpClient.proveClaim(a, identity, challenge.ChallengeParameters as ServerAnswer)
  return respond(subject, pool, challenge, { ...names, ...proof })
}
