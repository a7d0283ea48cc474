const { startEmulator } = require('@cognito-srp/emulator')

/** One emulator for all test files; what it gives back stops it. */
module.exports = async function startOne() {
  const emulator = await startEmulator({ userPools: [{ id: 'local_Pool1', clients: [{ id: 'web' }] }] })
  process.env.COGNITO_ENDPOINT = emulator.url
  globalThis.emulator = emulator
}
