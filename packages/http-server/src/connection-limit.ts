import { BlockList, isIP, type Socket } from 'node:net'

const IPV4_MAPPED = /^::ffff:(?=\d+\.)/i
const PREFIX_LENGTHS: Readonly<Record<number, number>> = { 4: 32, 6: 128 }

/** Whether a string is an IP address or a CIDR range, such as `10.0.0.7` or `10.0.0.0/8`. */
export function isAddressRange(text: string): boolean {
  const [, address = '', prefix = '0'] = /^([^/%]+)(?:\/(\d+))?$/.exec(text) ?? []
  return Number(prefix) <= (PREFIX_LENGTHS[isIP(address)] ?? -1)
}

/**
 * Creates a function that admits a connection if its peer address has fewer than `limit` open connections.
 *
 * @param exempt addresses and CIDR ranges without this limit
 * @throws TypeError when an element of `exempt` is not an IP address or CIDR range
 */
export function limitConnections(limit: number, exempt: readonly string[]): (connection: Socket) => boolean {
  const exemptions = listOf(exempt)
  const open = new Map<string, number>()
  return (connection) => {
    const address = (connection.remoteAddress ?? '').replace(IPV4_MAPPED, '')
    if (isIP(address) !== 0 && exemptions.check(address, familyOf(address))) return true
    const count = open.get(address) ?? 0
    if (count >= limit) return false
    open.set(address, count + 1)
    connection.once('close', () => {
      const left = (open.get(address) ?? 0) - 1
      if (left > 0) open.set(address, left)
      else open.delete(address)
    })
    return true
  }
}

function listOf(ranges: readonly string[]): BlockList {
  const list = new BlockList()
  for (const range of ranges) {
    if (!isAddressRange(range)) throw new TypeError(`"${range}" is not an IP address or CIDR range.`)
    const [address = '', prefix] = range.split('/')
    if (prefix === undefined) list.addAddress(address, familyOf(address))
    else list.addSubnet(address, Number(prefix), familyOf(address))
  }
  return list
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4'
}
