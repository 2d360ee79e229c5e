import { BlockList, isIP } from 'node:net'

/** Which `X-Forwarded-For` entries to trust: none, a number of proxies counted from the shop outward, or proxies with these addresses. */
export type TrustedProxies =
  | { kind: 'none' }
  | { kind: 'hops'; count: number }
  | { kind: 'listed'; list: BlockList }

/** A longer chain of proxies is a mistake. */
const maxHops = 9

export const proxiesWords = `the number of proxies in front of the shop (1 to ${maxHops}), or their addresses, such as 127.0.0.1, 203.0.113.0/24`

/** `no`, a number, `yes` for one, or a list of addresses and networks. `undefined` for anything else. */
export function parseTrustedProxies(setting: string): TrustedProxies | undefined {
  const value = setting.trim()
  if (value === 'no' || value === '0') return { kind: 'none' }
  if (value === 'yes') return { kind: 'hops', count: 1 }
  if (/^\d+$/.test(value)) {
    const count = Number(value)
    return count <= maxHops ? { kind: 'hops', count } : undefined
  }
  const list = new BlockList()
  return value.split(',').every((network) => addNetwork(list, network.trim()))
    ? { kind: 'listed', list }
    : undefined
}

/** `X-Forwarded-For` is read from its right end, where trusted proxies wrote: the rest can be forged. IPv6 is cut to 64 bits, the smallest network a customer gets. */
export function clientAddress(
  request: Request,
  socketAddress: string | undefined,
  trusted: TrustedProxies,
): string {
  const peer = plainAddress(socketAddress)
  return network(readForwarded(forwardedFor(request), peer, trusted)) ?? network(peer) ?? 'unknown'
}

/** If it came from the shop's own proxy, all visitors share that proxy's address. */
export function isForwardingIgnored(
  request: Request,
  socketAddress: string | undefined,
  trusted: TrustedProxies,
): boolean {
  const forwarded = forwardedFor(request)
  return forwarded.length > 0 && !readForwarded(forwarded, plainAddress(socketAddress), trusted)
}

function forwardedFor(request: Request): (string | undefined)[] {
  return request.headers.get('X-Forwarded-For')?.split(',').map(plainAddress) ?? []
}

const forwardingHeaders = [
  'Forwarded',
  'Via',
  'X-Forwarded-For',
  'X-Forwarded-Host',
  'X-Forwarded-Proto',
  'X-Real-IP',
]

/** Local connection, no proxy, and a local host in the browser: that keeps out another site whose name resolves here (DNS rebinding). */
export function isFromThisMachine(request: Request, socketAddress: string | undefined): boolean {
  if (forwardingHeaders.some((name) => request.headers.has(name))) return false
  return isIn(loopback, plainAddress(socketAddress)) && isLoopbackName(new URL(request.url).hostname)
}

export function isLoopbackName(host: string): boolean {
  return (
    host === 'localhost' ||
    isIn(loopback, plainAddress(host.includes(':') ? `[${host.replaceAll(/[[\]]/g, '')}]` : host))
  )
}

function readForwarded(
  forwarded: readonly (string | undefined)[],
  peer: string | undefined,
  trusted: TrustedProxies,
): string | undefined {
  if (trusted.kind === 'none' || forwarded.length === 0) return undefined
  if (trusted.kind === 'hops')
    return isIn(privateNetworks, peer) ? forwarded[Math.max(0, forwarded.length - trusted.count)] : undefined
  if (!isIn(trusted.list, peer)) return undefined
  // An entry without an address ("unknown") ends the search: what is before it may be forged. Where all entries are proxies,
  // one of them made the request itself.
  const at = forwarded.findLastIndex((address) => !isIn(trusted.list, address))
  return forwarded[Math.max(0, at)]
}

const loopback = new BlockList()
for (const written of ['127.0.0.0/8', '::1']) addNetwork(loopback, written)

/** Networks that no internet connection comes from (RFC 1918, 6598, 4193 and the link-local ones). */
const privateNetworks = new BlockList()
for (const written of [
  '127.0.0.0/8',
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '169.254.0.0/16',
  '100.64.0.0/10',
  '::1',
  'fc00::/7',
  'fe80::/10',
])
  addNetwork(privateNetworks, written)

function addNetwork(list: BlockList, written: string): boolean {
  const [address = '', prefix, ...rest] = written.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return false
  const family = version === 4 ? 'ipv4' : 'ipv6'
  if (prefix === undefined) {
    list.addAddress(address, family)
    return true
  }
  if (!/^\d{1,3}$/.test(prefix) || Number(prefix) > (version === 4 ? 32 : 128)) return false
  list.addSubnet(address, Number(prefix), family)
  return true
}

function isIn(list: BlockList, address: string | undefined): boolean {
  return address !== undefined && list.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6')
}

function plainAddress(written: string | undefined): string | undefined {
  const address = (written ?? '')
    .trim()
    .replace(/^\[(.*)\](:\d+)?$/, '$1')
    .replace(/^([\d.]+):\d+$/, '$1')
    .replace(/%.*$/, '')
    .replace(/^::ffff:(?=[\d.]+$)/i, '')
  return isIP(address) ? address : undefined
}

function network(address: string | undefined): string | undefined {
  return address !== undefined && isIP(address) === 6 ? firstHalf(address) : address
}

/** The URL parser gives an IPv6 address its canonical short form; the `::` is expanded here. */
function firstHalf(address: string): string {
  const [before = '', after] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const head = before ? before.split(':') : []
  const tail = after ? after.split(':') : []
  const zeros = after === undefined ? 0 : 8 - head.length - tail.length
  const groups = [...head, ...Array<string>(zeros).fill('0'), ...tail]
  return `${groups.slice(0, 4).join(':')}::/64`
}

/** An origin of this machine by its name: browsers make passkeys for names, not for numbers. Others stay as they are. */
export function namedOrigin(origin: string): string {
  const url = new URL(origin)
  if (isLoopbackName(url.hostname)) url.hostname = 'localhost'
  return url.origin
}
