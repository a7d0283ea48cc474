// Calls every operation of the service in each emulator and counts the supported operations. Then sends the same wrong
// answers as `cognito-emulator conform`. The table in the emulator's docs/comparison.md comes from this output.
// Run: node --conditions=@cognito-srp/source interop/suites/compare.ts [part of a name]

import { conform } from '../../packages/cognito-emulator/src/tools/conform/conform.ts'
import { serviceModel, type Shape } from '../../packages/cognito-emulator/src/service-model/model.ts'
import { CONTENDERS, type Contender } from './contenders.ts'

type Answer = { status: number; text: string; body: Record<string, unknown> }

/** Values for the inputs of calls. */
type World = Record<string, string>

/** Errors of our emulator and of cognito-local for an unsupported operation. moto's server returns a plain 500. */
const UNKNOWN = /NotImplemented|Unsupported x-amz-target/

/** Plausible values that the model does not determine. */
const PLAUSIBLE: Record<string, unknown> = {
  AttributeType: { Name: 'name', Value: 'Ana' },
  AttributeNameType: 'name',
  SchemaAttributeType: { Name: 'plan', AttributeDataType: 'String', Mutable: true },
  CustomAttributeNameType: 'plan',
  ProviderDetailsType: {
    client_id: 'client',
    client_secret: 'secret',
    attributes_request_method: 'GET',
    oidc_issuer: 'https://issuer.example',
    authorize_scopes: 'openid',
  },
  ChallengeNameType: 'NEW_PASSWORD_REQUIRED',
}

/**
 * Operations that remove something that other operations need. These operations run last, and the pool itself is
 * deleted after all other operations.
 */
const ENDS = /^(?:Admin)?(?:Delete|Forget|Disable|Revoke|Stop|.*SignOut)/

const PASSWORD = 'Senha-Forte-123'

const chosen = process.argv[2] ?? ''
for (const contender of CONTENDERS.filter(({ name }) => name.includes(chosen))) await compare(contender)

async function compare({ name, version, start }: Contender): Promise<void> {
  const { url, close } = await start()
  try {
    const operations = Object.keys(serviceModel.operations)
    const unanswered = await findUnanswered(url, operations)
    const { verdicts, refused } = await conform({ url, mayMoveClock: true })
    const accepted = verdicts.filter(({ outcome }) => outcome === 'accepted').map(({ title }) => title)
    const unsupported = verdicts.filter(({ outcome }) => outcome === 'not supported').map(({ title }) => title)

    console.log(`${name} ${version()}, ${new Date().toISOString().slice(0, 10)}`)
    console.log(`  supports ${operations.length - unanswered.length} of ${operations.length} operations`)
    console.log(`    unsupported: ${unanswered.toSorted().join(', ')}`)
    console.log(`  rejects ${refused} of ${verdicts.length} wrong answers`)
    console.log(`    accepts: ${accepted.join(', ')}`)
    console.log(`    does not support: ${unsupported.join(', ')}`)
  } finally {
    await close()
  }
}

async function findUnanswered(url: string, operations: readonly string[]): Promise<string[]> {
  const world = await makeWorld(url)
  const unanswered: string[] = []
  for (const operation of operations.toSorted((one, other) => rank(one) - rank(other))) {
    const { status, text } = await call(url, operation, plausibleInput(operation, world))
    if (status >= 500 || UNKNOWN.test(text)) unanswered.push(operation)
  }
  return unanswered
}

function rank(operation: string): number {
  if (operation === 'DeleteUserPool') return 2
  return ENDS.test(operation) ? 1 : 0
}

/** Creates a pool with a client and a signed-in user. */
async function makeWorld(url: string): Promise<World> {
  const { UserPool } = (await call(url, 'CreateUserPool', { PoolName: 'compare' })).body as { UserPool: { Id: string } }
  const pool = { UserPoolId: UserPool.Id }
  const flows = ['ALLOW_USER_PASSWORD_AUTH', 'ALLOW_REFRESH_TOKEN_AUTH']
  const made = await call(url, 'CreateUserPoolClient', { ...pool, ClientName: 'web', ExplicitAuthFlows: flows })
  const { ClientId } = (made.body as { UserPoolClient: { ClientId: string } }).UserPoolClient
  const user = { ...pool, Username: 'ana' }
  const attributes = [
    { Name: 'email', Value: 'ana@example.com' },
    { Name: 'email_verified', Value: 'true' },
  ]
  await call(url, 'AdminCreateUser', { ...user, UserAttributes: attributes, MessageAction: 'SUPPRESS' })
  await call(url, 'AdminSetUserPassword', { ...user, Password: PASSWORD, Permanent: true })
  await call(url, 'CreateGroup', { ...pool, GroupName: 'group' })
  const signIn = { AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters: { USERNAME: 'ana', PASSWORD } }
  const { body } = await call(url, 'InitiateAuth', { ...signIn, ClientId })
  const tokens = (body as { AuthenticationResult?: { AccessToken: string; RefreshToken: string } }).AuthenticationResult
  return {
    UserPoolId: UserPool.Id,
    ClientId,
    Username: 'ana',
    Password: PASSWORD,
    GroupName: 'group',
    AccessToken: tokens?.AccessToken ?? '',
    Token: tokens?.RefreshToken ?? '',
    RefreshToken: tokens?.RefreshToken ?? '',
    ResourceArn: `arn:aws:cognito-idp:us-east-1:123456789012:userpool/${UserPool.Id}`,
    Domain: 'compare-emulators',
    ProviderType: 'OIDC',
  }
}

/** Creates an input with all required members. Their values are known values or values that fit the model. */
function plausibleInput(operation: string, world: World): Record<string, unknown> {
  const input = valueOf(serviceModel.operations[operation] ?? '', '', world) as Record<string, unknown>
  if (!operation.endsWith('InitiateAuth')) return input
  const flow = operation === 'InitiateAuth' ? 'USER_PASSWORD_AUTH' : 'ADMIN_USER_PASSWORD_AUTH'
  return { ...input, AuthFlow: flow, AuthParameters: { USERNAME: world['Username'], PASSWORD: world['Password'] } }
}

function valueOf(name: string, member: string, world: World): unknown {
  const shape = serviceModel.shapes[name] as Shape
  const known = PLAUSIBLE[name] ?? world[member]
  if (known !== undefined) return known
  if (shape.type === 'structure') {
    const given = Object.keys(shape.members).filter((key) => shape.required?.includes(key) || key === 'AccessToken')
    const members = given.map((key) => [key, valueOf(shape.members[key] ?? '', key, world)])
    return Object.fromEntries(members) as Record<string, unknown>
  }
  if (shape.type === 'list') return [valueOf(shape.of, '', world)]
  if (shape.type === 'map') return { [String(valueOf(shape.key, '', world))]: valueOf(shape.of, '', world) }
  if (shape.type === 'integer') return Math.max(shape.min ?? 1, 1)
  if (shape.type === 'boolean') return true
  if (shape.type === 'timestamp') return 1_700_000_000
  if (shape.type === 'string') return shape.enum?.[0] ?? 'a'.repeat(Math.max(shape.min ?? 1, 4))
  return {}
}

async function call(url: string, operation: string, body: object): Promise<Answer> {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
      authorization: 'AWS4-HMAC-SHA256 Credential=any/20260101/us-east-1/cognito-idp/aws4_request, Signature=any',
    },
    body: JSON.stringify(body),
  })
  const text = await response.text()
  return { status: response.status, text, body: readJson(text) }
}

function readJson(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    return {}
  }
}
