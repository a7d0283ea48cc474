import { defineConfig } from 'vite'

export default defineConfig({
  // Prefixes of the environment variables that Vite exposes to the page. SERVER_CLIENT_SECRET stays on the server.
  envPrefix: ['USER_POOL_ID', 'CLIENT_ID', 'COGNITO_', 'IDENTITY_PROVIDER'],
  server: { port: 5173, strictPort: true }, // the app client's callback URL contains the port
})
