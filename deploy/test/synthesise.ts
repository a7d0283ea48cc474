import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { App, type Stack } from 'aws-cdk-lib'
import { Template } from 'aws-cdk-lib/assertions'

import { productStacks, type ProductStacks } from '../src/product-stacks.ts'
import { readSettings } from '../src/settings.ts'

export const REGION = 'sa-east-1'

/** A resource of the template in CloudFormation's format. */
export type Resource = {
  Type: string
  Properties: Record<string, unknown>
  DeletionPolicy?: string
  UpdateReplacePolicy?: string
}

const OUTPUT_FOLDER = resolve(import.meta.dirname, '../build/test-assembly')

/** The CDK command's own configuration, which turns violations of CloudFormation's schemas into errors. */
const CDK = JSON.parse(readFileSync(resolve(import.meta.dirname, '../cdk.json'), 'utf8')) as { context: object }

/** The owner's settings, as environment variables. */
type Variables = Record<string, string>

const cachedStacks = new Map<string, ProductStacks>()
const templates = new Map<Stack, Template>()

/** Stacks that the CDK command would create from these variables. The result is cached for all tests. */
export function stacksOf(variables: Variables = {}): ProductStacks {
  const key = JSON.stringify(variables)
  const stacks =
    cachedStacks.get(key) ??
    productStacks(
      new App({ outdir: resolve(OUTPUT_FOLDER, String(cachedStacks.size)), context: CDK.context }),
      readSettings(variables),
      {
        account: '123456789012',
        region: REGION,
      },
    )
  cachedStacks.set(key, stacks)
  return stacks
}

/** Errors and warnings from the validation of these stacks against CloudFormation's schemas. */
export function schemaFindings(variables: Variables): unknown[] {
  synthesise(variables)
  const { outdir } = stacksOf(variables).quiz.node.root as App
  return JSON.parse(readFileSync(resolve(outdir, 'validation-report.json'), 'utf8')).pluginReports
}

/** Template of the product's stack, or of another stack. */
export function synthesise(variables: Variables = {}, which: keyof ProductStacks = 'quiz'): Template {
  const stack = stacksOf(variables)[which]
  if (stack === undefined) throw new Error(`With these settings, there is no stack "${which}".`)
  const template = templates.get(stack) ?? Template.fromStack(stack)
  templates.set(stack, template)
  return template
}

/** All resources of a type. */
export function resources(template: Template, type: string): Resource[] {
  return resourcesById(template, type).map(([, resource]) => resource)
}

/** All resources of a type, with their logical ids. The CDK declares resources as plain objects, hence the cast. */
export function resourcesById(template: Template, type: string): [id: string, resource: Resource][] {
  return Object.entries(template.findResources(type)) as unknown as [string, Resource][]
}

/**
 * Returns the only resource of a type.
 *
 * @throws Error if the template does not have exactly one resource of the type
 */
export function sole(template: Template, type: string): Resource {
  const matches = resources(template, type)
  const [resource] = matches
  if (resource === undefined || matches.length > 1)
    throw new Error(`Expected one resource of type ${type}, but the template has ${matches.length}.`)
  return resource
}

/** Logical id of the only resource of a type, for comparison with references. */
export function soleId(template: Template, type: string): string {
  sole(template, type)
  return resourcesById(template, type)[0]?.[0] ?? ''
}
