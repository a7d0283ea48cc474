import type { Pool } from '../pools/pools.ts'
import { resourceNotFound } from '../service-error.ts'
import type { Services } from '../services.ts'
import type { Input, Operations, Output } from './operation.ts'

/** Operations on the tags of pools. Tags have no effect. */
export const tagOperations: Operations = {
  TagResource: tagResource,
  UntagResource: untagResource,
  ListTagsForResource: listTagsForResource,
}

type TagServices = Pick<Services, 'pools'>

function tagResource({ pools }: TagServices, { ResourceArn, Tags }: Input<'TagResource'>): Output<'TagResource'> {
  const pool = taggedPool(pools, ResourceArn)
  pools.update(pool, { ...pool.description, UserPoolTags: { ...pool.description.UserPoolTags, ...Tags } })
  return {}
}

function untagResource(
  { pools }: TagServices,
  { ResourceArn, TagKeys }: Input<'UntagResource'>,
): Output<'UntagResource'> {
  const pool = taggedPool(pools, ResourceArn)
  const left = Object.entries(pool.description.UserPoolTags ?? {}).filter(([key]) => !TagKeys.includes(key))
  pools.update(pool, { ...pool.description, UserPoolTags: Object.fromEntries(left) })
  return {}
}

function listTagsForResource(
  { pools }: TagServices,
  { ResourceArn }: Input<'ListTagsForResource'>,
): Output<'ListTagsForResource'> {
  return { Tags: taggedPool(pools, ResourceArn).description.UserPoolTags ?? {} }
}

function taggedPool(pools: Services['pools'], arn: string): Pool {
  const pool = pools.list().find(({ description }) => description.Arn === arn)
  if (!pool) throw resourceNotFound(`Resource ${arn} does not exist.`)
  return pool
}
