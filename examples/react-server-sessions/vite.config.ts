import { defineConfig } from 'vite'

export default defineConfig({
  envPrefix: ['USER_POOL_ID', 'CLIENT_ID'], // the page needs no more; CLIENT_SECRET stays on the server
  resolve: { dedupe: ['@cognito-srp/client', 'react', 'react-dom'] }, // of the page shared with ../react-page
})
