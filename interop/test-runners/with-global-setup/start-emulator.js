const { startEmulator } = require('@cognito-srp/emulator')

/** Starts one emulator for all test files. */
module.exports = async function startOne() {
  const emulator = await startEmulator({ userPools: [{ id: 'local_Pool1', clients: [{ id: 'web' }] }] })
  process.env.COGNITO_ENDPOINT = emulator.url
  globalThis.emulator = emulator
}
