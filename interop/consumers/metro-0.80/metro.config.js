const { getDefaultConfig, mergeConfig } = require('@react-native/metro-config')

// Configuration of a React Native project, without the module that starts its native side.
module.exports = mergeConfig(getDefaultConfig(__dirname), {
  serializer: { getModulesRunBeforeMainModule: () => [] },
})
