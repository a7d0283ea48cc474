import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { App, type Stack } from 'aws-cdk-lib'
import { Template } from 'aws-cdk-lib/assertions'

import { productStacks, type ProductStacks } from '../src/product-stacks.ts'
import { readSettings } from '../src/settings.ts'

export const REGION = 'sa-east-1'

/** A resource of the template as CloudFormation gets it. */
export type Resource = {
  Type: string
  Properties: Record<string, unknown>
  DeletionPolicy?: string
  UpdateReplacePolicy?: string
}

const OUTPUT_FOLDER = resolve(import.meta.dirname, '../build/test-assembly')

/** What the command is told too: a template that CloudFormation's schemas refuse is an error. */
const CDK = JSON.parse(readFileSync(resolve(import.meta.dirname, '../cdk.json'), 'utf8')) as { context: object }

/** The settings that an owner gives, as variables of the environment. */
type Variables = Record<string, string>

const made = new Map<string, ProductStacks>()
const templates = new Map<Stack, Template>()

/** The stacks that the command would make from these variables; the same ones are made once for all tests. */
export function stacksOf(variables: Variables = {}): ProductStacks {
  const key = JSON.stringify(variables)
  const stacks =
    made.get(key) ??
    productStacks(
      new App({ outdir: resolve(OUTPUT_FOLDER, String(made.size)), context: CDK.context }),
      readSettings(variables),
      {
        account: '123456789012',
        region: REGION,
      },
    )
  made.set(key, stacks)
  return stacks
}

/** What CloudFormation's schemas find in these stacks, warnings too. */
export function schemaFindings(variables: Variables): unknown[] {
  synthesise(variables)
  const { outdir } = stacksOf(variables).quiz.node.root as App
  return JSON.parse(readFileSync(resolve(outdir, 'validation-report.json'), 'utf8')).pluginReports
}

/** The template of the product's stack, or of one beside it. */
export function synthesise(variables: Variables = {}, which: keyof ProductStacks = 'quiz'): Template {
  const stack = stacksOf(variables)[which]
  if (stack === undefined) throw new Error(`These settings make no stack "${which}".`)
  const template = templates.get(stack) ?? Template.fromStack(stack)
  templates.set(stack, template)
  return template
}

/** Every resource of a type. */
export function resources(template: Template, type: string): Resource[] {
  return resourcesById(template, type).map(([, resource]) => resource)
}

/** Every resource of a type, with its logical id. */
export function resourcesById(template: Template, type: string): [id: string, resource: Resource][] {
  return Object.entries(template.findResources(type)) as unknown as [string, Resource][]
}

/**
 * The one resource of a type.
 *
 * @throws Error when there is none or another one
 */
export function sole(template: Template, type: string): Resource {
  const found = resources(template, type)
  const [resource] = found
  if (resource === undefined || found.length > 1) throw new Error(`${found.length} resources of type ${type}`)
  return resource
}

/** Logical id of the one resource of a type, to compare references with. */
export function soleId(template: Template, type: string): string {
  sole(template, type)
  return resourcesById(template, type)[0]?.[0] ?? ''
}
