import { newSecret, type ClientSecret } from '../pools/client-description.ts'
import { newClientSecret } from '../pools/new-ids.ts'
import { invalidParameter, resourceNotFound, ServiceError } from '../service-error.ts'
import type { Services } from '../services.ts'
import type { Input, Operations, Output } from './operation.ts'

const MAX_SECRETS = 2

/** Operations on the secrets of a client. A client can have two secrets, so that an app can rotate them without downtime. */
export const clientSecretOperations: Operations = {
  AddUserPoolClientSecret: addUserPoolClientSecret,
  ListUserPoolClientSecrets: listUserPoolClientSecrets,
  DeleteUserPoolClientSecret: deleteUserPoolClientSecret,
}

type SecretServices = Pick<Services, 'pools' | 'clock'>

function addUserPoolClientSecret(
  { pools, clock }: SecretServices,
  { UserPoolId, ClientId, ClientSecret: chosenSecret }: Input<'AddUserPoolClientSecret'>,
): Output<'AddUserPoolClientSecret'> {
  const pool = pools.get(UserPoolId)
  const { description } = pools.getClient(pool, ClientId)
  const { Secrets = [] } = description
  if (Secrets.length === 0) throw invalidParameter(`Client ${ClientId} is not configured with a secret.`)
  if (Secrets.length >= MAX_SECRETS) {
    throw new ServiceError('LimitExceededException', `Client ${ClientId} already has ${MAX_SECRETS} secrets.`)
  }
  const [{ createdAtMs: firstAtMs } = { createdAtMs: 0 }] = Secrets
  const createdAtMs = Math.max(clock.nowMs(), firstAtMs + 1000) // the id of a secret contains its creation time in seconds
  const secret = newSecret(ClientId, chosenSecret ?? newClientSecret(), createdAtMs)
  pools.putClient(pool, { ...description, Secrets: [...Secrets, secret] })
  const shown = showSecret(secret)
  return { ClientSecretDescriptor: chosenSecret === undefined ? { ...shown, ClientSecretValue: secret.value } : shown }
}

function listUserPoolClientSecrets(
  { pools }: SecretServices,
  { UserPoolId, ClientId }: Input<'ListUserPoolClientSecrets'>,
): Output<'ListUserPoolClientSecrets'> {
  const { description } = pools.getClient(pools.get(UserPoolId), ClientId)
  return { ClientSecrets: (description.Secrets ?? []).map(showSecret) }
}

function deleteUserPoolClientSecret(
  { pools }: SecretServices,
  { UserPoolId, ClientId, ClientSecretId }: Input<'DeleteUserPoolClientSecret'>,
): Output<'DeleteUserPoolClientSecret'> {
  const pool = pools.get(UserPoolId)
  const { description } = pools.getClient(pool, ClientId)
  const { Secrets = [] } = description
  const left = Secrets.filter(({ id }) => id !== ClientSecretId)
  if (left.length === Secrets.length) throw resourceNotFound(`Client secret ${ClientSecretId} does not exist.`)
  if (left.length === 0) throw invalidParameter('The last secret of a client cannot be deleted.')
  pools.putClient(pool, { ...description, ClientSecret: left[0]?.value, Secrets: left })
  return {}
}

function showSecret({ id, createdAtMs }: ClientSecret): { ClientSecretId: string; ClientSecretCreateDate: number } {
  return { ClientSecretId: id, ClientSecretCreateDate: createdAtMs / 1000 }
}
