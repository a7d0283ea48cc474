export const hooks = {
  /**
   * Removes devDependencies from published packages. Users do not need these packages, and some are not in the
   * registry.
   */
  beforePacking({ devDependencies: _devDependencies, ...manifest }) {
    return manifest
  },
}
