import compatibility from '@mdn/browser-compat-data' with { type: 'json' }
import type { CompatStatement, Identifier, SupportStatement } from '@mdn/browser-compat-data'
import ts from 'typescript'

/** The oldest supported browsers. */
export const FLOOR = { chrome: '99', firefox: '115', safari: '16.0' } as const

type Browser = keyof typeof FLOOR
/** For each browser, the first version that has a feature, or null if no version has it. */
export type Since = Record<Browser, string | null>

const BROWSERS = Object.keys(FLOOR) as Browser[]
const { api, javascript } = compatibility
const css = compatibility.css as Record<'properties' | 'selectors' | 'at-rules' | 'types', Identifier>
const VALUES = css.types
const BUILTINS = javascript['builtins'] as Identifier

/** Interfaces of the objects that global names refer to. */
const INSTANCES: Readonly<Record<string, string>> = {
  caches: 'CacheStorage',
  crypto: 'Crypto',
  document: 'Document',
  globalThis: 'Window',
  history: 'History',
  indexedDB: 'IDBFactory',
  localStorage: 'Storage',
  location: 'Location',
  navigator: 'Navigator',
  performance: 'Performance',
  self: 'Window',
  sessionStorage: 'Storage',
  window: 'Window',
}

/** Members of the language's built-in objects, by name. A script needs every such member that it reads. */
const LANGUAGE_MEMBERS = membersByName(partsOf(BUILTINS).map(([, owner]) => owner))
/**
 * Members of the browser's interfaces, by name. A script needs such a member only if the script calls it, because
 * reading a missing member returns undefined.
 */
const BROWSER_MEMBERS = membersByName(partsOf(api).map(([, owner]) => owner))
/** CSS functions and other types of values, by name. */
const VALUE_TYPES = typesByName(VALUES)

/**
 * Returns the built-ins, the newer syntax of regular expressions and the static blocks that a script uses, each with
 * the first browser versions that have it.
 */
export function builtInsOf(script: string, ownNames: ReadonlySet<string>): Map<string, Since> {
  const found = new Map<string, Since>()
  const add = (name: string, statements: readonly Identifier[]) => {
    const since = earliest(statements)
    if (since) found.set(name, since)
  }
  const source = parse(script)
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAccessExpression(node)) addMember(node, ownNames, add)
    else if (ts.isIdentifier(node) && isFree(node)) {
      const name = node.text
      const known = Object.hasOwn(api, name) ? api[name] : builtIn(name)
      if (known) add(name, [known])
    } else if (ts.isRegularExpressionLiteral(node)) addPattern(node.text, add)
    else if (ts.isClassStaticBlockDeclaration(node))
      add('static block', [descend(javascript, 'classes', 'static', 'initialization_blocks')])
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

type Add = (name: string, statements: readonly Identifier[]) => void

/**
 * Returns the properties, values, functions, selectors and at-rules that a built style sheet uses and the compatibility
 * data contains.
 */
export function stylesOf(style: string): Map<string, Since> {
  const found = new Map<string, Since>()
  const add = (name: string, feature: Identifier | undefined) => {
    if (feature?.__compat) found.set(name, sinceOf(feature.__compat))
  }
  for (const [, name = '', value = ''] of style.matchAll(/[{;]([a-z-]+):([^;}]*)/g)) {
    const property = css.properties[name]
    add(name, property)
    for (const [word] of value.matchAll(/[a-z-]{3,}/g)) add(`${name}: ${word}`, property?.[word])
  }
  const selectors = style.replaceAll(/\{[^{}]*\}/g, '{}')
  for (const [, name = ''] of selectors.matchAll(/::?([a-z-]+)/g)) add(`:${name}`, css.selectors[name])
  for (const [, name = ''] of style.matchAll(/@([a-z-]+)/g)) add(`@${name}`, css['at-rules'][name])
  for (const [, name = ''] of style.matchAll(/([a-z-]+)\(/g)) add(`${name}()`, VALUE_TYPES.get(name))
  for (const [, earlier = '', property = ''] of style.matchAll(/\{([^{}]*?)([a-z-]+):[^;{}]*\d[dsl]v[hwib]\b/g)) {
    const hasFallback = new RegExp(`(^|;)${property}:`).test(earlier)
    if (!hasFallback) add(`${property} in dvh`, descend(VALUES, 'length', 'viewport_percentage_units_dynamic'))
  }
  return found
}

function addMember(node: ts.PropertyAccessExpression, ownNames: ReadonlySet<string>, add: Add): void {
  const member = node.name.text
  const owner = ts.isIdentifier(node.expression) ? node.expression.text : ''
  const instance = Object.hasOwn(INSTANCES, owner) ? INSTANCES[owner] : undefined
  const exact = instance ? api[instance]?.[member] : (api[owner]?.[`${member}_static`] ?? builtIn(owner)?.[member])
  if (exact) add(`${owner}.${member}`, [exact])
  else if (!ownNames.has(member)) {
    const isCalled = ts.isCallExpression(node.parent) && node.parent.expression === node
    add(`.${member}`, [...(LANGUAGE_MEMBERS.get(member) ?? []), ...((isCalled && BROWSER_MEMBERS.get(member)) || [])])
  }
}

function addPattern(pattern: string, add: Add): void {
  if (/\(\?<[=!]/.test(pattern))
    add('look-behind', [descend(javascript, 'regular_expressions', 'lookbehind_assertion')])
  if (/\/[a-z]*v[a-z]*$/.test(pattern)) add('flag v', [descend(javascript, 'builtins', 'RegExp', 'unicodeSets')])
}

function parse(script: string): ts.SourceFile {
  return ts.createSourceFile('script.js', script, ts.ScriptTarget.Latest, true, ts.ScriptKind.JS)
}

/**
 * Returns the names of a script's own properties and methods. For these names, `.name` alone does not show that a built-in
 * is used.
 */
export function ownNamesOf(script: string): Set<string> {
  const names = new Set<string>()
  const visit = (node: ts.Node): void => {
    const isDefinition =
      ts.isPropertyAssignment(node) ||
      ts.isMethodDeclaration(node) ||
      ts.isShorthandPropertyAssignment(node) ||
      ts.isAccessor(node) ||
      ts.isPropertyDeclaration(node)
    if (isDefinition && (ts.isIdentifier(node.name) || ts.isStringLiteral(node.name))) names.add(node.name.text)
    if (
      ts.isBinaryExpression(node) &&
      node.operatorToken.kind === ts.SyntaxKind.EqualsToken &&
      ts.isPropertyAccessExpression(node.left)
    )
      names.add(node.left.name.text)
    ts.forEachChild(node, visit)
  }
  visit(parse(script))
  return names
}

/**
 * Whether an identifier can refer to a global, that is, whether it is not the name of a property, a parameter or a
 * local declaration.
 */
function isFree(node: ts.Identifier): boolean {
  const { parent } = node
  if (ts.isPropertyAccessExpression(parent) && parent.name === node) return false
  if (
    (ts.isPropertyAssignment(parent) || ts.isMethodDeclaration(parent) || ts.isPropertyDeclaration(parent)) &&
    parent.name === node
  )
    return false
  if (ts.isBindingElement(parent) || ts.isImportSpecifier(parent) || ts.isExportSpecifier(parent)) return false
  return !ts.isParameter(parent) && !(ts.isVariableDeclaration(parent) && parent.name === node)
}

/** Groups the members of all owners by name. */
function membersByName(owners: readonly Identifier[]): ReadonlyMap<string, Identifier[]> {
  const byName = new Map<string, Identifier[]>()
  for (const [key, member] of owners.flatMap(partsOf)) {
    if (!member.__compat) continue
    const name = key.replace(/_(static|event)$/, '')
    byName.set(name, [...(byName.get(name) ?? []), member])
  }
  return byName
}

function typesByName(root: Identifier): Map<string, Identifier> {
  const parts = partsOf(root)
  return new Map(parts.concat(parts.flatMap(([, type]) => Array.from(typesByName(type)))))
}

function partsOf(whole: Identifier): [string, Identifier][] {
  return Object.entries(whole).filter((entry): entry is [string, Identifier] => entry[0] !== '__compat')
}

function builtIn(name: string): Identifier | undefined {
  return Object.hasOwn(BUILTINS, name) && name !== '__compat' ? BUILTINS[name] : undefined
}

function descend(root: Identifier, ...path: readonly string[]): Identifier {
  const found = path.reduce<Identifier | undefined>((node, key) => node?.[key], root)
  if (!found?.__compat) throw new Error(`The compatibility data does not contain ${path.join('.')}.`)
  return found
}

/** Returns the first version of each browser that has at least one of these features. */
function earliest(statements: readonly Identifier[]): Since | null {
  const known = statements.flatMap(({ __compat }) => (__compat ? [sinceOf(__compat)] : []))
  if (known.length === 0) return null
  const of = (browser: Browser) =>
    known
      .map((since) => since[browser])
      .reduce((one, other) => (one === null || (other !== null && isOlder(other, one)) ? other : one))
  return Object.fromEntries(BROWSERS.map((browser) => [browser, of(browser)])) as Since
}

function sinceOf({ support }: CompatStatement): Since {
  return Object.fromEntries(BROWSERS.map((browser) => [browser, versionOf(support[browser])])) as Since
}

/**
 * Returns the first version that has the feature without a flag, a prefix or another name. A partial implementation
 * counts too.
 */
function versionOf(support: SupportStatement | undefined): string | null {
  const statements = support === undefined ? [] : Array.isArray(support) ? support : [support]
  const versions = statements
    .filter(({ flags, prefix, alternative_name: otherName }) => !flags && !prefix && !otherName)
    .filter(({ version_removed: removed, partial_implementation: isPart }) => !removed || isPart)
    .flatMap(({ version_added: version }) =>
      typeof version === 'string' && version !== 'preview' ? [version.replace('≤', '')] : [],
    )
  return versions.reduce<string | null>((one, other) => (one === null || isOlder(other, one) ? other : one), null)
}

export function isOlder(one: string, other: string): boolean {
  const [oneMajor = 0, oneMinor = 0] = one.split('.').map(Number)
  const [major = 0, minor = 0] = other.split('.').map(Number)
  return oneMajor < major || (oneMajor === major && oneMinor < minor)
}

/** Returns the browsers in which the version in `limits` lacks the feature. */
export function youngerThan(limits: Since, since: Since): Browser[] {
  return BROWSERS.filter((browser) => {
    const [limit, version] = [limits[browser], since[browser]]
    return version === null || (limit !== null && isOlder(limit, version))
  })
}
