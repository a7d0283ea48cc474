import { ACCOUNT } from '../pools/pool-description.ts'
import { TemplateError, type Resource, type Template } from './template.ts'

/** Context in which the values of a template are resolved. */
export type Scope = {
  template: Template
  /** Parameter values. A missing parameter has its default value. */
  parameters: Record<string, string>
  region: string
  stackName: string
  /** Returns the value of `Ref` for a resource: its name or id. */
  refOf: (logicalId: string, resource: Resource) => string
}

/** Value of `AWS::NoValue`. Members and items with this value are removed. */
const NO_VALUE = Symbol('AWS::NoValue')

type Resolve = (argument: unknown, scope: Scope, path: string) => unknown

const FUNCTIONS: Record<string, Resolve> = {
  Ref: (name, scope, path) => resolveRef(toText(name, path), scope, path),
  'Fn::GetAtt': resolveAttribute,
  'Fn::Join': join,
  'Fn::Sub': substitute,
  'Fn::Select': select,
  'Fn::Split': split,
  'Fn::FindInMap': findInMap,
  'Fn::If': chooseByCondition,
}

const CONDITIONS: Record<string, (items: unknown[], scope: Scope, path: string) => boolean> = {
  'Fn::Equals': ([left, right], scope, path) => resolve(left, scope, path) === resolve(right, scope, path),
  'Fn::And': (items, scope, path) => items.every((item) => holds(item, scope, path)),
  'Fn::Or': (items, scope, path) => items.some((item) => holds(item, scope, path)),
  'Fn::Not': ([item], scope, path) => !holds(item, scope, path),
}

/**
 * Resolves the references and functions in a template value.
 *
 * @throws {TemplateError} with the path of a value that cannot be resolved without deploying.
 */
export function resolve(value: unknown, scope: Scope, path: string): unknown {
  if (Array.isArray(value)) {
    return value.map((item, index) => resolve(item, scope, `${path}.${index}`)).filter((item) => item !== NO_VALUE)
  }
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value)
  const [name, argument] = entries[0] ?? ['', undefined]
  if (entries.length === 1 && (name === 'Ref' || name.startsWith('Fn::'))) {
    const work = FUNCTIONS[name]
    if (!work) throw new TemplateError(path, `${name} cannot be resolved without deploying.`)
    return work(argument, scope, `${path}.${name}`)
  }
  const members = entries.map(([member, inner]) => [member, resolve(inner, scope, `${path}.${member}`)] as const)
  return Object.fromEntries(members.filter(([, inner]) => inner !== NO_VALUE))
}

/**
 * Whether a resource is created. A resource with a condition is created only if the condition is true.
 *
 * @throws {TemplateError}
 */
export function isCreated({ Condition }: Resource, scope: Scope, path: string): boolean {
  return Condition === undefined || holds({ Condition }, scope, path)
}

function holds(condition: unknown, scope: Scope, path: string): boolean {
  const [name, argument] = Object.entries(condition ?? {})[0] ?? []
  if (name === 'Condition') {
    const named = scope.template.Conditions?.[String(argument)]
    if (named === undefined) throw new TemplateError(path, `there is no condition ${String(argument)}.`)
    return holds(named, scope, `Conditions.${String(argument)}`)
  }
  const work = CONDITIONS[name ?? '']
  if (!work) throw new TemplateError(path, `${name ?? 'an empty object'} is not a condition function.`)
  return work(toList(argument, path), scope, path)
}

function resolveRef(name: string, scope: Scope, path: string): unknown {
  const pseudo = pseudoParameters(scope)
  if (Object.hasOwn(pseudo, name)) return pseudo[name]
  const parameter = scope.template.Parameters?.[name]
  if (parameter) return readParameter(name, parameter, scope, path)
  const resource = scope.template.Resources[name]
  if (!resource) throw new TemplateError(path, `there is no resource or parameter ${name}.`)
  return scope.refOf(name, resource)
}

function pseudoParameters({ region, stackName }: Scope): Record<string, unknown> {
  return {
    'AWS::AccountId': ACCOUNT,
    'AWS::NoValue': NO_VALUE,
    'AWS::Partition': 'aws',
    'AWS::Region': region,
    'AWS::StackId': `arn:aws:cloudformation:${region}:${ACCOUNT}:stack/${stackName}/0`,
    'AWS::StackName': stackName,
    'AWS::URLSuffix': 'amazonaws.com',
  }
}

/** Parameter values are strings. Converts a value to the type of its parameter, and `true` and `false` to booleans. */
function readParameter(
  name: string,
  { Type, Default }: { Type: string; Default?: unknown },
  { parameters }: Scope,
  path: string,
): unknown {
  // The default of a Systems Manager parameter is the path of the value, not the value itself.
  const value = parameters[name] ?? (Type.startsWith('AWS::SSM::') ? undefined : Default)
  if (value === undefined)
    throw new TemplateError(path, `the parameter ${name} has no default. Set its value in \`parameters\`.`)
  if (Type === 'Number') return Number(value)
  if (Type === 'CommaDelimitedList' || Type.startsWith('List<'))
    return toText(value, path)
      .split(',')
      .map((item) => item.trim())
  return value === 'true' || value === 'false' ? value === 'true' : value
}

/**
 * Resolves `Fn::GetAtt`. An ARN ends with the resource's name or, if it has no name, its logical id:
 * `arn:aws:lambda:…:function:<logical id>`.
 */
function resolveAttribute(argument: unknown, scope: Scope, path: string): string {
  const [logicalId = '', ...rest] =
    typeof argument === 'string' ? argument.split('.') : toList(argument, path).map(String)
  const attribute = rest.join('.')
  const resource = scope.template.Resources[logicalId]
  if (!resource) throw new TemplateError(path, `there is no resource ${logicalId}.`)
  const ref = scope.refOf(logicalId, resource)
  const arn = (service: string, what: string, region = scope.region) =>
    `arn:aws:${service}:${region}:${ACCOUNT}:${what}`
  const known: Record<string, string> = {
    'AWS::Cognito::UserPool.Arn': arn('cognito-idp', `userpool/${ref}`),
    'AWS::Cognito::UserPool.UserPoolId': ref,
    'AWS::Cognito::UserPool.ProviderName': `cognito-idp.${scope.region}.amazonaws.com/${ref}`,
    'AWS::Cognito::UserPool.ProviderURL': `https://cognito-idp.${scope.region}.amazonaws.com/${ref}`,
    'AWS::Cognito::UserPoolClient.ClientId': ref,
    'AWS::Lambda::Function.Arn': arn('lambda', `function:${ref}`),
    'AWS::Serverless::Function.Arn': arn('lambda', `function:${ref}`),
    'AWS::IAM::Role.Arn': arn('iam', `role/${ref}`, ''),
    'AWS::KMS::Key.Arn': arn('kms', `key/${ref}`),
  }
  const value = known[`${resource.Type}.${attribute}`]
  if (value === undefined) {
    throw new TemplateError(
      path,
      `${attribute} of ${logicalId} (${resource.Type}) cannot be resolved without deploying.`,
    )
  }
  return value
}

function join(argument: unknown, scope: Scope, path: string): string {
  const [separator, items] = toList(argument, path)
  return toList(resolve(items, scope, path), path)
    .map((item) => toText(item, path))
    .join(toText(separator, path))
}

/**
 * Resolves `Fn::Sub`. Replaces `${Name}` and `${Name.Attribute}`. Variables that the function defines take precedence.
 * `${!Name}` becomes `${Name}`.
 */
function substitute(argument: unknown, scope: Scope, path: string): string {
  const [text, own = {}] = typeof argument === 'string' ? [argument] : toList(argument, path)
  const values = resolve(own, scope, path) as Record<string, unknown>
  return toText(text, path).replaceAll(/\$\{([^}]+)\}/g, (_whole, inner: string) => {
    const name = inner.trim()
    if (name.startsWith('!')) return `\${${name.slice(1)}}`
    if (Object.hasOwn(values, name)) return toText(values[name], path)
    return toText(name.includes('.') ? resolveAttribute(name, scope, path) : resolveRef(name, scope, path), path)
  })
}

function select(argument: unknown, scope: Scope, path: string): unknown {
  const [index, items] = toList(argument, path)
  return toList(resolve(items, scope, path), path)[Number(resolve(index, scope, path))]
}

function split(argument: unknown, scope: Scope, path: string): string[] {
  const [separator, text] = toList(argument, path)
  return toText(resolve(text, scope, path), path).split(toText(separator, path))
}

function findInMap(argument: unknown, scope: Scope, path: string): unknown {
  const [map = '', first = '', second = ''] = toList(resolve(argument, scope, path), path).map(String)
  const value = scope.template.Mappings?.[map]?.[first]?.[second]
  if (value === undefined) throw new TemplateError(path, `the mapping ${map} has no value at ${first}.${second}.`)
  return value
}

function chooseByCondition(argument: unknown, scope: Scope, path: string): unknown {
  const [Condition, yes, no] = toList(argument, path)
  return resolve(holds({ Condition }, scope, path) ? yes : no, scope, path)
}

function toList(value: unknown, path: string): unknown[] {
  if (!Array.isArray(value)) throw new TemplateError(path, 'expected a list.')
  return value
}

function toText(value: unknown, path: string): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  throw new TemplateError(path, 'expected a string.')
}
