import { resolve } from 'node:path'
import { App } from 'aws-cdk-lib'
import { Template } from 'aws-cdk-lib/assertions'

import { QuizStack } from '../src/quiz-stack.ts'
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

const templates = new Map<string, Template>()

/** The whole stack, as the command would make it from these environment variables. */
export function quizStack(environment: NodeJS.ProcessEnv = {}): QuizStack {
  return new QuizStack(new App({ outdir: OUTPUT_FOLDER }), 'revisa', {
    settings: readSettings(environment),
    env: { account: '123456789012', region: REGION },
  })
}

/** The template of {@link quizStack}. */
export function synthesise(environment: NodeJS.ProcessEnv = {}): Template {
  const key = JSON.stringify(environment)
  const template = templates.get(key) ?? Template.fromStack(quizStack(environment))
  templates.set(key, template)
  return template
}

/** Every resource of a type. */
export function resources(template: Template, type: string): Resource[] {
  const found: unknown[] = Object.values(template.findResources(type))
  return found as Resource[]
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
  return Object.keys(template.findResources(type))[0] ?? ''
}
