export const hooks = {
  /** What a published package needs for its own tests is not on the registry, and no user's concern. */
  beforePacking({ devDependencies: _devDependencies, ...manifest }) {
    return manifest
  },
}
