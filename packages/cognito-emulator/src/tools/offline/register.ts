import http from 'node:http'
import https from 'node:https'
import { syncBuiltinESMExports } from 'node:module'

import { redirectDispatchers } from './redirect-dispatcher.ts'
import { redirectFetch } from './redirect-fetch.ts'
import { redirectRequest, type Requester } from './redirect-request.ts'
import { emulatorUrl } from './redirect.ts'

// `node --import @cognito-srp/emulator/offline app.js`: requests to Cognito go to the emulator.
// Other requests do not change. COGNITO_EMULATOR_URL sets the emulator's address (default: http://127.0.0.1:9339/).

const emulator = emulatorUrl(process.env)
const request: Requester = emulator.protocol === 'https:' ? (https.request as Requester) : (http.request as Requester)

redirectDispatchers(emulator)
globalThis.fetch = redirectFetch(globalThis.fetch, emulator)
for (const module of [http, https]) {
  const redirected = redirectRequest(module.request as Requester, emulator, request)
  module.request = redirected
  module.get = (...parameters: Parameters<Requester>) => {
    const sent = redirected(...parameters)
    sent.end()
    return sent
  }
}
syncBuiltinESMExports()
