import ts from 'typescript'

import { exclusionOf } from './exclusions.ts'

/** Descriptions of the changes to the incumbent's tests, printed with the counts. */
export const ADAPTATIONS = [
  'imports of `../src/X` are replaced by the export X of the library under test',
  'mocks of the internal `Client` become mocks of `fetch`: data has status 200, an error has status 400',
  'mocked responses are completed with fields that the service always sends (tokens, a device, a name), and contain either tokens or a challenge',
  'expectations are retried, because the mocked `Client` responded synchronously and `fetch` does not',
  'the Session of a challenge is a string, as the service sends it; expectations of an object are removed',
  'spies on internal methods and their expectations are removed; all other expectations stay',
]

/**
 * Internal methods of the incumbent, which are not declared in its index.d.ts and are marked private or undocumented.
 */
const INTERNAL_METHODS = new Set([
  'authenticateUserDefaultAuth',
  'authenticateUserInternal',
  'authenticateUserPlainUsernamePassword',
  'cacheTokens',
  'clearCachedUserData',
  'generateHashDevice',
  'getCognitoUserSession',
  'getDeviceResponse',
  'getLargeAValue',
  'getNewPasswordRequiredChallengeUserAttributePrefix',
  'getPasswordAuthenticationKey',
  'getRandomPassword',
  'getUserContextData',
  'getVerifierDevices',
])
/** Name of a mock in the tests that replaces an internal method. */
const INTERNAL_MOCK = 'authHelperMock'

const { factory } = ts

/** Compiles a test file to CommonJS, either adapted or unchanged. */
export function translate(source: string, { adapted }: { adapted: boolean }): string {
  return ts.transpileModule(source, {
    compilerOptions: {
      module: ts.ModuleKind.CommonJS,
      target: ts.ScriptTarget.ES2020,
      esModuleInterop: true,
      allowJs: true,
    },
    ...(adapted && { transformers: { before: [adaptFile] } }),
  }).outputText
}

const adaptFile: ts.TransformerFactory<ts.SourceFile> = (context) => (file) => {
  const blocks: string[] = []
  const visit = (node: ts.Node): ts.Node => {
    if (!ts.isCallExpression(node)) return sendText(ts.visitEachChild(node, visit, context))
    const [title] = node.arguments
    if (title) blocks.push(ts.isStringLiteralLike(title) ? title.text : '')
    const fullName = blocks.join(' ')
    const visited = ts.visitEachChild(node, visit, context)
    if (title) blocks.pop()
    if (!isTest(visited)) return visited
    return exclusionOf(fullName) === undefined || isHook(visited) ? adaptTest(visited, context) : skip(visited)
  }
  return ts.visitNode(file, visit, ts.isSourceFile)
}

/** Replaces the value in `user.Session = …` with a string, because the service sends a string. */
function sendText(node: ts.Node): ts.Node {
  if (!ts.isExpressionStatement(node) || !textOf(node).startsWith('user.Session = ')) return node
  const { left } = node.expression as ts.AssignmentExpression<ts.EqualsToken>
  return factory.createExpressionStatement(factory.createAssignment(left, factory.createStringLiteral('session')))
}

function skip({ arguments: [title] }: ts.CallExpression): ts.Node {
  return factory.createCallExpression(factory.createIdentifier('test.skip'), undefined, [
    title ?? factory.createStringLiteral(''),
    factory.createArrowFunction(undefined, undefined, [], undefined, undefined, factory.createBlock([])),
  ])
}

/** Whether a call defines a test (`test('…', body)`, `it` or `test.each([…])('…', body)`) or is `beforeEach`. */
function isTest({ expression, arguments: given }: ts.CallExpression): boolean {
  const body = given.at(-1)
  return /^(test|it|beforeEach)\b/.test(textOf(expression)) && body !== undefined && ts.isArrowFunction(body)
}

const isHook = ({ expression }: ts.CallExpression) => textOf(expression) === 'beforeEach'

function adaptTest(call: ts.CallExpression, context: ts.TransformationContext): ts.Node {
  const body = call.arguments.at(-1)
  if (!body || !ts.isArrowFunction(body) || !ts.isBlock(body.body) || body.parameters.some(isDone)) return call
  const spies = new Set<string>()
  const statements = body.body.statements.filter((statement) => !concernsInternals(statement, spies))
  const waiting = statements.flatMap((statement) => waitFor(statement, context))
  const adapted = factory.updateArrowFunction(
    body,
    [factory.createModifier(ts.SyntaxKind.AsyncKeyword)],
    body.typeParameters,
    body.parameters,
    body.type,
    body.equalsGreaterThanToken,
    factory.createBlock(waiting, true),
  )
  return factory.updateCallExpression(call, call.expression, call.typeArguments, [
    ...call.arguments.slice(0, -1),
    adapted,
  ])
}

const isDone = ({ name }: ts.ParameterDeclaration) => textOf(name) === 'done'

/**
 * Whether a statement spies on an internal method, uses such a spy or the internal mock, or expects a Session. Adds
 * the spy's variable to `spies`.
 */
function concernsInternals(statement: ts.Statement, spies: Set<string>): boolean {
  const text = textOf(statement)
  const spied = /\bspyOn\(\s*[\w.]+,\s*'(\w+)'/.exec(text)?.[1]
  if (spied !== undefined && INTERNAL_METHODS.has(spied)) {
    const name = /^(?:const|let)\s+(\w+)/.exec(text.trim())?.[1]
    if (name !== undefined) spies.add(name)
    return true
  }
  if (text.includes(`${INTERNAL_MOCK}(`) || text.includes('expect(user.Session)')) return true
  return [...spies].some((name) => new RegExp(`\\b${name}\\b`).test(text))
}

/**
 * Wraps expectations as `await eventually(() => expect(…))`, and adds `await settled()` after other calls without
 * `await`.
 */
function waitFor(statement: ts.Statement, context: ts.TransformationContext): ts.Statement[] {
  if (!ts.isExpressionStatement(statement)) return [ts.visitEachChild(statement, (node) => node, context)]
  if (ts.isAwaitExpression(statement.expression)) return [statement]
  const call = (name: string, given: ts.Expression[]) =>
    factory.createExpressionStatement(
      factory.createAwaitExpression(factory.createCallExpression(factory.createIdentifier(name), undefined, given)),
    )
  if (!textOf(statement).trim().startsWith('expect(')) return [statement, call('settled', [])]
  const expectation = factory.createArrowFunction(undefined, undefined, [], undefined, undefined, statement.expression)
  return [call('eventually', [expectation])]
}

function textOf(node: ts.Node): string {
  const original = ts.getOriginalNode(node)
  return original.getSourceFile() ? original.getText() : ''
}
