// The Next app in next-app/, whose route reads and renews the session of its request.
import { once } from 'node:events'
import { createServer } from 'node:http'
import next from 'next'

import { sessionCookies } from '../session-cookies.js'

const { ACCESS_TOKEN, FORGED_TOKEN } = process.env
const app = next({ dev: false, dir: 'next-app', quiet: true })
await app.prepare()
const handle = app.getRequestHandler()
const server = createServer((request, response) => void handle(request, response)).listen(0, '127.0.0.1')
await once(server, 'listening')
const address = `http://127.0.0.1:${server.address().port}/session`
const ask = async (token) => (await fetch(address, { headers: { cookie: sessionCookies(token) } })).json()
console.log(JSON.stringify({ ...(await ask(ACCESS_TOKEN)), ...(await ask(FORGED_TOKEN)) }))
process.exit()
