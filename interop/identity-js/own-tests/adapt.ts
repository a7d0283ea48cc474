import ts from 'typescript'

import { exclusionOf } from './exclusions.ts'

/** What is done to the incumbent's tests before they run, one sentence each. They are printed with the counts. */
export const ADAPTATIONS = [
  'imports of `../src/X` lead to the export X of the library under test',
  'what a test mocks of the internal `Client` is answered at `fetch`: data with status 200, an error with status 400',
  'such an answer is completed by what the service always sends (tokens, a device, a name), and sends tokens or a challenge, not both',
  'an expectation may come true later than in the same turn: a mocked request was answered at once, `fetch` is not',
  'the Session of a challenge is a text, as the service sends it; what expects an object there is left out',
  'spies on internal methods, and what is expected of them, are left out; what the test observes besides stays',
]

/** Methods that the incumbent has for itself: not declared in its index.d.ts, and marked private or undocumented. */
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
/** A mock of the tests that replaces such a method. */
const INTERNAL_MOCK = 'authHelperMock'

const { factory } = ts

/** The test file as it runs, in CommonJS: adapted, or as it is. */
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

/** `user.Session = vCognitoUserSession`: what the service sends is a text. */
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

/** `test('…', body)`, `it`, `test.each([…])('…', body)`, and what runs before each. */
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

/** A spy on an internal method (noted by its name), an expectation of such a spy, or of a Session. */
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

/** `await eventually(() => expect(…))`, and `await settled()` after everything else that was done. */
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
