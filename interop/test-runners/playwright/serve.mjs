// Builds the page at startup and serves it.
import { createServer } from 'node:http'
import { build } from 'esbuild'

const { outputFiles } = await build({
  entryPoints: [`${import.meta.dirname}/page.js`],
  bundle: true,
  write: false,
  format: 'esm',
  logLevel: 'error',
  define: { global: 'globalThis' },
})
const script = outputFiles[0].text
createServer((request, response) => {
  const isScript = request.url === '/page.js'
  response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html')
  response.end(
    isScript ? script : '<!doctype html><title>App</title><body><script type="module" src="/page.js"></script>',
  )
}).listen(Number(process.env.APP_PORT), '127.0.0.1')
