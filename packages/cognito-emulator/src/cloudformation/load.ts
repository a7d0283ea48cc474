import { readFileSync } from 'node:fs'
import { basename, resolve as resolvePath } from 'node:path'
import { z } from 'zod'

import type { EmulatorOptions, TemplateOptions } from '../options/emulator-options.ts'
import { MAX_POOL_ID_LENGTH, POOL_ID } from '../options/pool-options.ts'
import type { UserConfig } from '../options/user-options.ts'
import type { DescribedPool } from '../pools/pool-description.ts'
import { DEFAULT_REGION } from '../pools/pools.ts'
import type { Scope } from './resolve.ts'
import { poolsOfTemplate } from './template-pools.ts'
import { templateCheck, type Resource, type Template } from './template.ts'

const POOL = 'AWS::Cognito::UserPool'
const NAME_PROPERTIES: Record<string, string> = {
  'AWS::Cognito::UserPoolIdentityProvider': 'ProviderName',
  'AWS::Cognito::UserPoolGroup': 'GroupName',
  'AWS::Cognito::UserPoolResourceServer': 'Identifier',
  'AWS::Cognito::UserPoolUser': 'Username',
  'AWS::Cognito::UserPoolDomain': 'Domain',
  'AWS::IAM::Role': 'RoleName',
  'AWS::Lambda::Function': 'FunctionName',
  'AWS::Serverless::Function': 'FunctionName',
}

/**
 * Returns the configured pools, followed by the pools of the template.
 *
 * @throws {TypeError} if the template cannot be read, or contains a value that cannot be resolved or that the service would
 *   reject. The message contains the file and the path of the value.
 */
export function poolsOf({
  userPools,
  template,
  region,
  directory = process.cwd(),
  now = Date.now,
}: EmulatorOptions): DescribedPool[] {
  if (template === undefined) return userPools
  const options: TemplateOptions = typeof template === 'string' ? { file: template } : template
  const file = resolvePath(directory, options.file)
  try {
    const read = readTemplate(file)
    checkIds(options, read)
    const pools = poolsOfTemplate(scopeOf(read, options, region), now())
    if (pools.length === 0) throw new TypeError(`no resource has the type ${POOL}.`)
    return [...userPools, ...pools.map((pool) => withUsers(pool, options.users ?? []))]
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new TypeError(`The template ${options.file} cannot be used: ${reason}`, { cause })
  }
}

/**
 * Checks `ids`. Each resource must exist, and a pool id must have a name after `_`, because SRP proofs include that name.
 */
function checkIds({ ids = {} }: TemplateOptions, { Resources }: Template): void {
  for (const [logicalId, id] of Object.entries(ids)) {
    const resource = Resources[logicalId]
    if (!resource) throw new TypeError(`\`ids\` contains ${logicalId}, but the template has no such resource.`)
    if (resource.Type === POOL && !POOL_ID.test(id))
      throw new TypeError(`${id} is not a pool id. A pool id looks like us-east-1_a1B2c3D4e.`)
  }
}

function withUsers(pool: DescribedPool, users: UserConfig[]): DescribedPool {
  return { ...pool, users: [...users, ...(pool.users ?? [])] }
}

function readTemplate(file: string): Template {
  const text = readFileSync(file, 'utf8')
  const { data, error } = templateCheck.safeParse(parseJson(text))
  if (error) throw new TypeError(`the file is not a CloudFormation template.\n${z.prettifyError(error)}`)
  return data
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new TypeError(
      'the file is not JSON. `cdk synth` writes JSON to cdk.out. Convert a YAML template with `rain fmt --json` or `cfn-flip`.',
      { cause },
    )
  }
}

/**
 * Returns the context in which the values of a template are resolved. A resource that is listed in `ids` has the listed
 * id. The id of any other pool is made from its logical id, and the id of any other resource is its name or, if it has
 * no name, its logical id.
 */
function scopeOf(template: Template, { file, parameters = {}, ids = {} }: TemplateOptions, chosen?: string): Scope {
  const isPool = (logicalId: string) => template.Resources[logicalId]?.Type === POOL
  const deployed = Object.entries(ids)
    .find(([logicalId]) => isPool(logicalId))?.[1]
    .split('_')[0]
  const region = chosen ?? deployed ?? DEFAULT_REGION
  const refOf = (logicalId: string, { Type, Properties }: Resource): string => {
    if (ids[logicalId] !== undefined) return ids[logicalId]
    // Keep the end of the logical id, because a logical id from the CDK ends with a unique hash.
    if (Type === POOL) return `${region}_${logicalId.slice(region.length + 1 - MAX_POOL_ID_LENGTH)}`
    const name = Properties?.[NAME_PROPERTIES[Type] ?? '']
    return typeof name === 'string' ? name : logicalId
  }
  return { template, parameters, region, stackName: basename(file).split('.')[0] ?? '', refOf }
}
