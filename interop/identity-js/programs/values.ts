import {
  appendToCognitoUserAgent,
  AuthenticationDetails,
  CognitoAccessToken,
  CognitoIdToken,
  CognitoRefreshToken,
  CognitoUser,
  CognitoUserAttribute,
  CognitoUserPool,
  CognitoUserSession,
  CookieStorage,
  WordArray,
} from '@cognito-srp/client/identity-js'

import { poolData, say } from './observe.ts'

const { DateHelper }: any = await import('@cognito-srp/client/identity-js') // exported but not declared

// Constructs the token, session, attribute and storage classes with valid and invalid arguments.

const base64 = (text: string) => Buffer.from(text).toString('base64url')
const tokenOf = (claims: object) => `${base64('{"alg":"none"}')}.${base64(JSON.stringify(claims))}.x`
const nowSeconds = Math.floor(Date.now() / 1000)
const VALID = tokenOf({ exp: nowSeconds + 60, iat: nowSeconds, name: 'Zoë 漢字 🎉' })
const TOKENS = [VALID, tokenOf({ exp: 5, iat: 1 }), tokenOf({}), 'nonsense', 'a.b.c', 'a..c', '', undefined, null]

for (const token of TOKENS) {
  const name = String(token).replace(
    /eyJ[\w.-]*/,
    (jwt) =>
      `token of ${Buffer.from(jwt.split('.')[1] ?? '', 'base64')
        .toString()
        .replace(/\d{10}/g, '<time>')}`,
  )
  const access = new CognitoAccessToken({ AccessToken: token as any })
  const id = new CognitoIdToken({ IdToken: token as any })
  say(`access, ${name}`, () => [
    access.getJwtToken() === token,
    typeof access.getJwtToken(),
    access.getExpiration(),
    access.getIssuedAt(),
    access.payload,
    access.decodePayload(),
  ])
  say(`id, ${name}`, () => [id.getJwtToken() === token, id.getExpiration(), id.getIssuedAt(), id.payload])
  say(`refresh, ${name}`, () => new CognitoRefreshToken({ RefreshToken: token as any }).getToken() === token)
  say(`session, ${name}`, () => {
    const session = new CognitoUserSession({ AccessToken: access, IdToken: id })
    return [
      session.isValid(),
      session.getAccessToken() === access,
      session.getIdToken() === id,
      session.getRefreshToken(),
    ]
  })
}
say('access without', () => new (CognitoAccessToken as any)().getJwtToken())
say('id without', () => new (CognitoIdToken as any)().getJwtToken())
say('refresh without', () => new (CognitoRefreshToken as any)().getToken())
say('session without', () => new (CognitoUserSession as any)())
say('session with nothing', () => new (CognitoUserSession as any)({}))
say(
  'session with an id token only',
  () => new (CognitoUserSession as any)({ IdToken: new CognitoIdToken({ IdToken: '' }) }),
)
const valid = {
  AccessToken: new CognitoAccessToken({ AccessToken: VALID }),
  IdToken: new CognitoIdToken({ IdToken: VALID }),
}
const withDrift = (ClockDrift: number) => {
  const data = { ...valid, ClockDrift } // not declared in index.d.ts
  return new CognitoUserSession(data)
}
say('drift', () => (withDrift(3600) as any).getClockDrift())
say('drift counts', () => withDrift(-3600).isValid())
say('payload is an object', () => valid.IdToken.payload['name'])

const details = new AuthenticationDetails({
  Username: 'ana',
  Password: 'x',
  ValidationData: { a: 1 },
  ClientMetadata: { b: '2' },
})
say('details', () => [
  details.getUsername(),
  details.getPassword(),
  details.getValidationData(),
  (details as any).getAuthParameters(),
  (details as any).getClientMetadata(),
])
const none = new (AuthenticationDetails as any)()
say('details without', () => [
  none.getUsername(),
  none.getPassword(),
  none.getValidationData(),
  none.getAuthParameters(),
  none.getClientMetadata(),
])

const attribute = new CognitoUserAttribute({ Name: 'email', Value: 'a@example.com' })
say('attribute', () => [
  attribute.getName(),
  attribute.getValue(),
  attribute.Name,
  attribute.Value,
  String(attribute),
  attribute.toJSON(),
])
say('chained', () => attribute.setName('nickname').setValue('A') === attribute && String(attribute))
say('attribute without', () => String(new (CognitoUserAttribute as any)()))
say('attribute with nothing', () => String(new (CognitoUserAttribute as any)({})))
say('attribute with a number', () => String(new CognitoUserAttribute({ Name: 'n', Value: 5 as any })))
say('as JSON', () => JSON.stringify({ attributes: [attribute] }))
say('keys', () => Object.keys(attribute))

say('date', () =>
  /^(Sun|Mon|Tue|Wed|Thu|Fri|Sat) \w{3} \d{1,2} \d\d:\d\d:\d\d UTC \d{4}$/.test(new DateHelper().getNowString()),
)
say('words', () => new WordArray().random(16).toString().length)
say('words of', () => [
  new WordArray([0x01020304, 0x05060708] as any).toString(),
  new WordArray([0x01020304] as any, 2).toString(),
  new WordArray().toString(),
])
say('appendToCognitoUserAgent', () => [
  appendToCognitoUserAgent('my-app'),
  appendToCognitoUserAgent(''),
  (appendToCognitoUserAgent as any)(),
])
for (const data of [
  undefined,
  {},
  { sameSite: 'none' },
  { sameSite: 'none', secure: false },
  { sameSite: 'other' },
  { sameSite: undefined },
  { expires: 1, path: '/app', domain: '.example.com', secure: false, sameSite: 'strict' },
]) {
  say(`CookieStorage ${JSON.stringify(data)}`, () => {
    const { domain, path, expires, secure, sameSite } = new CookieStorage(data as any) as any
    return { domain, path, expires, secure, sameSite }
  })
}

// Properties of a user and a pool that programs read, including undeclared ones.
const Pool = new CognitoUserPool(poolData('Plain'))
const user = new CognitoUser({ Username: 'ana', Pool }) as any
say('user', () => [
  user.username,
  user.pool === Pool,
  user.Session,
  user.signInUserSession,
  user.authenticationFlowType,
  user.keyPrefix,
  user.userDataKey,
  user.challengeName,
])
say('storage', () => {
  user.storage.setItem('k', 'v')
  const kept = user.storage.getItem('k')
  user.storage.removeItem('k')
  return [kept, user.storage.getItem('k') ?? null, (Pool as any).storage === user.storage]
})
say('instances', () => [user instanceof CognitoUser, Pool instanceof CognitoUserPool])
class Extended extends CognitoUser {
  override getUsername(): string {
    return `extended ${super.getUsername()}`
  }
}
say('extended', () => new Extended({ Username: 'ana', Pool }).getUsername())
