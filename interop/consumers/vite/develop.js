import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'vite'

// Tests Vite's development server, which prepares dependencies differently from the build.
const server = await createServer({ server: { host: '127.0.0.1', port: 0 }, logLevel: 'warn' })
await server.listen()
const page = spawn(process.execPath, [process.env.OPEN_PAGE, server.resolvedUrls.local[0]], { stdio: 'inherit' })
const [code] = await once(page, 'exit')
await server.close()
process.exit(code)
