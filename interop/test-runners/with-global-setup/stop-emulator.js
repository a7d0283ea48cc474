module.exports = () => globalThis.emulator.close()
