import { call, CallError } from '../../test/caller.ts'

/** The emulator's process, which receives the requests. */
export type Endpoint = { fetch(request: Request): Promise<Response> }

/**
 * Changes a pool, its client and its group in turn, and creates and deletes other pools, clients and groups. Every
 * change has a number. After a restart, the stored number must be the number of the last acknowledged change or of a
 * later change.
 */
export class Administrator {
  /** Number of acknowledged changes. */
  acknowledged = 0
  private pool = ''
  private client = ''
  private attempts = 0
  private readonly kept = { pool: 0, client: 0, group: 0 }
  private readonly made = { client: new Made(), pool: new Made(), group: new Made() }

  async begin(emulator: Endpoint): Promise<void> {
    this.pool = await createPool(emulator, 'changed')
    this.client = await createClient(emulator, this.pool, '0')
    await call(emulator, 'CreateGroup', { UserPoolId: this.pool, GroupName: 'changed', Description: '0' })
  }

  /** Makes changes until the process ends. @returns the service's errors, if any */
  async writeUntilKilled(emulator: Endpoint): Promise<string[]> {
    try {
      for (;;) {
        await this.change(emulator, this.acknowledged + 1)
        this.acknowledged += 1
      }
    } catch (error) {
      return error instanceof CallError ? [`administrator: ${error.code} ${error.message}`] : []
    }
  }

  private async change(emulator: Endpoint, number: number): Promise<void> {
    const pool = { UserPoolId: this.pool }
    const text = String(number)
    switch (number % 6) {
      case 0:
        await call(emulator, 'UpdateUserPool', { ...pool, UserPoolTags: { change: text } })
        this.kept.pool = number
        break
      case 1:
        await call(emulator, 'UpdateUserPoolClient', { ...pool, ClientId: this.client, ClientName: text })
        this.kept.client = number
        break
      case 2:
        await call(emulator, 'UpdateGroup', { ...pool, GroupName: 'changed', Description: text })
        this.kept.group = number
        break
      case 3:
        return this.made.group.replace(
          async () => {
            const GroupName = `made-${(this.attempts += 1)}` // a new name each time, because an unacknowledged group may exist
            await call(emulator, 'CreateGroup', { ...pool, GroupName })
            return GroupName
          },
          (GroupName) => call(emulator, 'DeleteGroup', { ...pool, GroupName }),
        )
      case 4:
        return this.made.client.replace(
          () => createClient(emulator, this.pool, 'made'),
          (ClientId) => call(emulator, 'DeleteUserPoolClient', { ...pool, ClientId }),
        )
      default:
        return this.made.pool.replace(
          () => createPool(emulator, 'made'),
          (UserPoolId) => call(emulator, 'DeleteUserPool', { UserPoolId }),
        )
    }
  }

  async findLosses(emulator: Endpoint): Promise<string[]> {
    type Described = {
      UserPool: { UserPoolTags?: { change?: string } }
      UserPoolClient: { ClientName: string }
      Group: { Description: string }
    }
    const pool = { UserPoolId: this.pool }
    const { UserPool } = await call<Described>(emulator, 'DescribeUserPool', pool)
    const { UserPoolClient } = await call<Described>(emulator, 'DescribeUserPoolClient', {
      ...pool,
      ClientId: this.client,
    })
    const { Group } = await call<Described>(emulator, 'GetGroup', { ...pool, GroupName: 'changed' })
    return [
      ...olderThan(this.kept.pool, 'pool', UserPool.UserPoolTags?.change ?? '0'),
      ...olderThan(this.kept.client, 'client', UserPoolClient.ClientName),
      ...olderThan(this.kept.group, 'group', Group.Description),
      ...(await this.made.group.findLosses((GroupName) => call(emulator, 'GetGroup', { ...pool, GroupName }))),
      ...(await this.made.client.findLosses((ClientId) =>
        call(emulator, 'DescribeUserPoolClient', { ...pool, ClientId }),
      )),
      ...(await this.made.pool.findLosses((UserPoolId) => call(emulator, 'DescribeUserPool', { UserPoolId }))),
    ]
  }
}

function olderThan(acknowledged: number, kind: string, found: string): string[] {
  return Number(found) < acknowledged ? [`${kind}: change ${found} is kept, acknowledged was ${acknowledged}`] : []
}

/** A record that exists and a record that was deleted, according to the emulator's responses. */
class Made {
  private present: string | undefined
  private deleted: string | undefined

  async replace(make: () => Promise<string>, remove: (id: string) => Promise<unknown>): Promise<void> {
    const before = this.present
    this.present = await make()
    if (before === undefined) return
    await remove(before)
    this.deleted = before
  }

  async findLosses(describe: (id: string) => Promise<unknown>): Promise<string[]> {
    const losses: string[] = []
    if (this.present !== undefined && !(await exists(describe(this.present)))) losses.push(`${this.present} is gone`)
    if (this.deleted !== undefined && (await exists(describe(this.deleted)))) losses.push(`${this.deleted} is back`)
    return losses
  }
}

function exists(described: Promise<unknown>): Promise<boolean> {
  return described.then(
    () => true,
    (error: unknown) => {
      if (error instanceof CallError && error.code === 'ResourceNotFoundException') return false
      throw error
    },
  )
}

async function createPool(emulator: Endpoint, name: string): Promise<string> {
  const { UserPool } = await call<{ UserPool: { Id: string } }>(emulator, 'CreateUserPool', { PoolName: name })
  return UserPool.Id
}

async function createClient(emulator: Endpoint, pool: string, name: string): Promise<string> {
  const body = { UserPoolId: pool, ClientName: name }
  const answer = await call<{ UserPoolClient: { ClientId: string } }>(emulator, 'CreateUserPoolClient', body)
  return answer.UserPoolClient.ClientId
}
