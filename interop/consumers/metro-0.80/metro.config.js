const { getDefaultConfig, mergeConfig } = require('@react-native/metro-config')

// What a React Native project has, save for the module that starts its native side.
module.exports = mergeConfig(getDefaultConfig(__dirname), {
  serializer: { getModulesRunBeforeMainModule: () => [] },
})
