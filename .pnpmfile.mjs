export const hooks = {
  /**
   * Removes devDependencies from published packages. Users do not need devDependencies, and some of these packages are
   * not in the registry.
   */
  beforePacking({ devDependencies: _devDependencies, ...manifest }) {
    return manifest
  },
}
