// Node's executables come as one package for each system. Those packages say theirs as a word where package managers
// want a list, so that without this every system's Node would be installed, 250 MB.
const NODE_OF_A_SYSTEM = /^node-(?:bin-)?(?:darwin|linux|win)-/

export const hooks = {
  readPackage(manifest) {
    if (!NODE_OF_A_SYSTEM.test(manifest.name)) return manifest
    return { ...manifest, os: [manifest.os].flat(), cpu: [manifest.cpu].flat() }
  },
}
