const { defineConfig } = require('@playwright/test')

const { APP_PORT, EMULATOR_PORT, CHROMIUM_PATH } = process.env
const emulatorUrl = `http://127.0.0.1:${EMULATOR_PORT}/`
const command = '../node_modules/@cognito-srp/emulator/bin/cognito-emulator.cjs'

module.exports = defineConfig({
  reporter: 'line',
  workers: 1,
  outputDir: process.env.PLAYWRIGHT_RESULTS,
  use: {
    baseURL: `http://127.0.0.1:${APP_PORT}`,
    emulatorUrl,
    launchOptions: { executablePath: CHROMIUM_PATH, args: ['--no-sandbox'] },
  },
  webServer: [
    {
      command: `"${process.execPath}" ${command} --port ${EMULATOR_PORT} --config pool.json`,
      url: `${emulatorUrl}health`,
    },
    { command: `"${process.execPath}" serve.mjs`, url: `http://127.0.0.1:${APP_PORT}/` },
  ],
})
