// `npm run sbom` writes reports/sbom/<name>.cdx.json for each package that ships (CycloneDX 1.6, the same bytes for the
// same lockfile), and a file with the licence texts of all dependencies.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { Spec, Validation } from '@cyclonedx/cyclonedx-library'

import { onlyBundled, reproducible } from './reproducible-sbom.ts'
import { dependenciesOf, SHIPPED } from '@cognito-srp/testing/shipped'

const REPORTS = 'reports/sbom'
const SPECIFICATION = Spec.Version.v1dot6
const APPLICATIONS = new Set(['quiz-app', 'product'])

const validator = new Validation.JsonStrictValidator(SPECIFICATION)
mkdirSync(REPORTS, { recursive: true })
for (const name of SHIPPED) {
  const sbom = reproducible(describe(name))
  const text = `${JSON.stringify(sbom, null, 2)}\n`
  const problems = await validator.validate(text)
  if (problems !== null) throw new Error(`The SBOM of ${name} is not valid: ${JSON.stringify(problems)}`)
  writeFileSync(`${REPORTS}/${name}.cdx.json`, text)
  console.log(`${REPORTS}/${name}.cdx.json: ${sbom.components.length} components`)
}
writeFileSync(`${REPORTS}/licences.txt`, licences())

function describe(name) {
  const type = APPLICATIONS.has(name) ? 'application' : 'library'
  const sbom = JSON.parse(
    execFileSync(
      'pnpm',
      [
        `--filter=./packages/${name}`,
        'sbom',
        '--prod',
        '--sbom-format=cyclonedx',
        `--sbom-spec-version=${SPECIFICATION}`,
        `--sbom-type=${type}`,
      ],
      { encoding: 'utf8', maxBuffer: 2 ** 26 },
    ),
  )
  return name === 'quiz-app' ? onlyBundled(sbom, readFileSync('packages/quiz-app/dist/licenses.txt', 'utf8')) : sbom
}

function licences() {
  const all = SHIPPED.flatMap((name) => dependenciesOf(`packages/${name}`))
  const once = new Map(all.map((found) => [`${found.name} ${found.version} (${found.licence})`, found.notice]))
  return [...once]
    .map(([title, notice = 'This package does not contain the text of its licence.']) => `${title}\n\n${notice}\n`)
    .join('\n\n')
}
