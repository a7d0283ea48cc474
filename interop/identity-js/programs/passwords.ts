import { AuthenticationDetails, CognitoUser, CognitoUserPool } from '@cognito-srp/client/identity-js'

import { ask, observe, PASSWORD, poolData, Recorder, recordRequests, say } from './observe.ts'

// Signs in with right and wrong passwords, and prints the stored items and the properties of a session.

const Storage = new Recorder()
const Pool = new CognitoUserPool({ ...poolData('Plain'), Storage })
const newUser = (Username: string) => new CognitoUser({ Username, Pool, Storage })
const details = (Username: string, Password?: string) =>
  new AuthenticationDetails({ Username, ...(Password !== undefined && { Password }) })
const requests = recordRequests()

const user = newUser('ana')
say('getUsername', () => user.getUsername())
say('getSignInUserSession', () => user.getSignInUserSession())
say('getAuthenticationFlowType', () => user.getAuthenticationFlowType())
await observe('wrong password', (callbacks) => user.authenticateUser(details('ana', 'Errada-1'), callbacks))
Storage.print('stored after a refusal')
await observe('right password', (callbacks) => user.authenticateUser(details('ana', PASSWORD), callbacks))
Storage.print('stored')
console.log(Storage.log.join('\n'))
requests.print('requests')
say('getSignInUserSession', () => user.getSignInUserSession())
say('the same session', () => user.getSignInUserSession() === user.getSignInUserSession())
await ask('getSession', (callback) => user.getSession(callback))
say('getCurrentUser', () => Pool.getCurrentUser()?.getUsername())
const again = Pool.getCurrentUser()
await ask('getSession of the stored user', (callback) => again?.getSession(callback))
await ask('getSession a second time', (callback) => again?.getSession(callback))

await observe('unknown user', (callbacks) => newUser('nobody').authenticateUser(details('nobody', PASSWORD), callbacks))
await observe('no password', (callbacks) => newUser('ana').authenticateUser(details('ana'), callbacks))
await observe('empty password', (callbacks) => newUser('ana').authenticateUser(details('ana', ''), callbacks))
await observe('umlauts and spaces', (callbacks) =>
  newUser('ana').authenticateUser(details('ana', ' ä ß 漢字 '), callbacks),
)
await observe('another name in the details', (callbacks) => {
  newUser('ana').authenticateUser(details('somebody', PASSWORD), callbacks)
})

for (const flow of ['USER_PASSWORD_AUTH', 'USER_AUTH', 'nonsense']) {
  const plain = newUser('ana')
  say(`setAuthenticationFlowType ${flow}`, () => plain.setAuthenticationFlowType(flow))
  await observe(`right password, ${flow}`, (callbacks) => plain.authenticateUser(details('ana', PASSWORD), callbacks))
  await observe(`wrong password, ${flow}`, (callbacks) => plain.authenticateUser(details('ana', 'Errada-1'), callbacks))
  await observe(`no password, ${flow}`, (callbacks) => plain.authenticateUser(details('ana'), callbacks))
}
requests.print('requests')

// README, use case 11
const ana = newUser('ana')
await ask('changePassword, not signed in', (callback) => ana.changePassword(PASSWORD, 'Nova-Senha-1', callback))
await observe('signed in', (callbacks) => ana.authenticateUser(details('ana', PASSWORD), callbacks))
await ask('changePassword, wrong', (callback) => ana.changePassword('Errada-1', 'Nova-Senha-1', callback))
await ask('changePassword, too short', (callback) => ana.changePassword(PASSWORD, 'x', callback))
await ask('changePassword', (callback) => ana.changePassword(PASSWORD, 'Nova-Senha-1', callback, { from: 'program' }))
await observe('old password', (callbacks) => newUser('ana').authenticateUser(details('ana', PASSWORD), callbacks))
await observe('new password', (callbacks) => newUser('ana').authenticateUser(details('ana', 'Nova-Senha-1'), callbacks))
requests.print('requests')
