import { expect, test } from 'vitest'

import { onlyBundled, reproducible, type Sbom } from './reproducible-sbom.ts'

const component = (name: string) => ({ 'bom-ref': `pkg:npm/${name}`, purl: `pkg:npm/${name}` })
const zod = component('zod@4.6.7')
const hashes = component('%40noble/hashes@2.4.0')
const contract = component('%40cognito-srp/contract@0.1.0')
const ref = (part: { 'bom-ref': string }) => part['bom-ref']

/** Output of two runs of pnpm for the same lockfile. */
const one: Sbom = {
  serialNumber: 'urn:uuid:67921d0b-c70c-4447-bd17-5e601ceb32e4',
  metadata: { timestamp: '2026-11-22T07:14:34.950Z' },
  components: [zod, contract, hashes],
  dependencies: [
    { ref: ref(contract), dependsOn: [ref(zod), ref(hashes)] },
    { ref: ref(hashes) },
    { ref: ref(zod), dependsOn: [] },
  ],
}
const other: Sbom = {
  serialNumber: 'urn:uuid:fd302055-f8fc-4419-9ec9-76a2e0a8fa57',
  metadata: { timestamp: '2026-11-22T07:14:36.780Z' },
  components: [hashes, zod, contract],
  dependencies: [
    { ref: ref(zod), dependsOn: [] },
    { ref: ref(contract), dependsOn: [ref(hashes), ref(zod)] },
    { ref: ref(hashes) },
  ],
}

test('reproducible makes the SBOMs of two runs for the same lockfile identical, and marks them as reproducible', () => {
  const text = JSON.stringify(reproducible(one))
  expect(JSON.stringify(reproducible(other))).toBe(text)
  expect(text).not.toMatch(/urn:uuid|T07:14/)
  expect(reproducible(one).metadata.properties).toEqual([{ name: 'cdx:reproducible', value: 'true' }])
})

test('onlyBundled keeps the bundled packages and our own packages', () => {
  const { components, dependencies } = onlyBundled(one, '# Licenses\n\n## @noble/hashes - 2.4.0 (MIT)\n\nwords\n')
  expect(components).toEqual([contract, hashes])
  expect(dependencies).toEqual([{ ref: ref(contract), dependsOn: [ref(hashes)] }, { ref: ref(hashes) }])
})
