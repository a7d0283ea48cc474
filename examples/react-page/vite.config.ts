import { defineConfig } from 'vite'

export default defineConfig({
  envPrefix: ['USER_POOL_ID', 'CLIENT_ID', 'COGNITO_ENDPOINT'], // environment variables that Vite exposes to the page
})
