import { defineConfig } from 'vite'

export default defineConfig({
  envPrefix: ['USER_POOL_ID', 'CLIENT_ID', 'COGNITO_ENDPOINT'], // what the page may know of the environment and of `.env`
})
