module.exports = { globalSetup: './start-emulator.js', globalTeardown: './stop-emulator.js' }
