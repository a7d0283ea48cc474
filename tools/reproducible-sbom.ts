/** The parts of a CycloneDX document that this module changes. */
export interface Sbom {
  serialNumber?: string
  metadata: { timestamp?: string; properties?: { name: string; value: string }[] }
  components: { 'bom-ref': string; purl: string }[]
  dependencies: Node[]
}

interface Node {
  ref: string
  dependsOn?: string[]
}

/**
 * Returns a document that is identical for identical lockfiles. The document has sorted lists, no serial number and no
 * timestamp, and CycloneDX's property `cdx:reproducible`. The document still names the registry from which the tarballs
 * came.
 */
export function reproducible(sbom: Sbom): Sbom {
  const { serialNumber: _serialNumber, ...rest } = sbom
  const { timestamp: _timestamp, ...metadata } = sbom.metadata
  const properties = [...(metadata.properties ?? []), { name: 'cdx:reproducible', value: 'true' }]
  return {
    ...rest,
    metadata: { ...metadata, properties },
    components: sbom.components.toSorted((one, other) => compare(one['bom-ref'], other['bom-ref'])),
    dependencies: sbom.dependencies
      .map((node) => changeEdges(node, (refs) => refs.toSorted(compare)))
      .toSorted((one, other) => compare(one.ref, other.ref)),
  }
}

/**
 * Removes the third-party components that are not in a bundle. `licences` is the list of the bundled packages that the
 * bundler wrote.
 */
export function onlyBundled(sbom: Sbom, licences: string): Sbom {
  const titles = licences.matchAll(/^## (\S+) - (\S+) \(/gm)
  const bundled = new Set(titles.map(([, name, version]) => `${name}@${version}`))
  const isKept = ({ purl }: { purl: string }) => {
    const name = decodeURIComponent(purl.replace('pkg:npm/', ''))
    return name.startsWith('@cognito-srp/') || bundled.has(name)
  }
  const left = new Set(sbom.components.filter((part) => !isKept(part)).map((part) => part['bom-ref']))
  return {
    ...sbom,
    components: sbom.components.filter(isKept),
    dependencies: sbom.dependencies
      .filter(({ ref }) => !left.has(ref))
      .map((node) => changeEdges(node, (refs) => refs.filter((ref) => !left.has(ref)))),
  }
}

function changeEdges({ ref, dependsOn }: Node, change: (refs: string[]) => string[]): Node {
  return dependsOn === undefined ? { ref } : { ref, dependsOn: change(dependsOn) }
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}
