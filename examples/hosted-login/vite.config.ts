import { defineConfig } from 'vite'

export default defineConfig({
  // What the page may know of the environment and of `.env`. SERVER_CLIENT_SECRET stays on the server.
  envPrefix: ['USER_POOL_ID', 'CLIENT_ID', 'COGNITO_', 'IDENTITY_PROVIDER'],
  server: { port: 5173, strictPort: true }, // the app client's callback URL contains the port
})
