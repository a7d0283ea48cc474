import react from '@vitejs/plugin-react'
import { defaultClientConditions, loadEnv } from 'vite'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'

import { appShell } from './shell/plugin.ts'
import { securityTxt } from './shell/security-txt.ts'

const DEFAULT_SERVERS = 'http://127.0.0.1:8080'

/**
 * Modules of the client that the login needs. These modules are bundled into one file, because lazy-loaded chunks share modules with them
 * and the bundler would otherwise create a file for each combination.
 */
const SIGN_IN = /cognito-srp\/src\/(sign-in\/(sign-in|read-challenge)|session\/(get-session|sign-out))\.ts$/

/**
 * Lets the bundler drop components of react-router that the app does not import. The files of react-router set display names
 * and do not mark `forwardRef` and `memo` as free of side effects.
 */
function dropUnusedRouterComponents(): Plugin {
  return {
    name: 'drop-unused-router-components',
    apply: 'build',
    transform: {
      filter: { id: /react-router\/dist/ },
      handler: (code) =>
        code
          .replaceAll(/^\w+\.displayName = .*;$/gm, '')
          .replaceAll(/= (?=React\d*\.(?:forwardRef|memo)\()/g, '= /* @__PURE__ */ '),
    },
  }
}

/** Dependencies that the development server prepares before the first page opens, so that it does not reload a page or a test later. */
const DEPENDENCIES = [
  '@cognito-srp/client > @noble/hashes/hmac.js',
  '@cognito-srp/client > @noble/hashes/sha2.js',
  'idb',
  'jotai',
  'jotai/utils',
  'react-dom/client',
  'react-router-dom',
  'uqr',
  'zod/mini',
]

/** `PRODUCT_URL` is the address of the servers behind the development server. */
export default defineConfig(({ mode }) => {
  const servers = loadEnv(mode, import.meta.dirname, 'PRODUCT_')['PRODUCT_URL'] ?? DEFAULT_SERVERS
  return {
    plugins: [react(), appShell(), securityTxt(), dropUnusedRouterComponents()],
    resolve: { conditions: ['@cognito-srp/source', ...defaultClientConditions] },
    build: {
      license: { fileName: 'licenses.txt' }, // writes the notices of all bundled packages
      // This setting covers syntax and CSS, and e2e/engines/floor.spec.ts checks built-ins.
      target: ['chrome99', 'firefox115', 'safari16.0'],
      rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'sign-in', test: SIGN_IN }] } } },
      modulePreload: { polyfill: false }, // a browser without modulepreload requests a chunk a moment later
    },
    optimizeDeps: { include: DEPENDENCIES },
    // The API accepts writes only from its own origin, so the proxy keeps the page's Host header.
    server: { proxy: { '/api': { target: servers }, '/cognito-idp': servers } },
    test: { globalSetup: ['test/user-pools.ts'] },
  }
})
