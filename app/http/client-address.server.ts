import { isIP } from 'node:net'

/**
 * The visitor's network address as rate limits count it. Behind a proxy of ours (`trustProxy`) it is the last entry
 * of `X-Forwarded-For`: that one the proxy wrote itself, all before it can be made up. An IPv6 address is cut to its
 * first 64 bits, which is the least that one customer gets.
 */
export function clientAddress(
  request: Request,
  socketAddress: string | undefined,
  trustProxy: boolean,
): string {
  const forwarded = trustProxy ? request.headers.get('X-Forwarded-For')?.split(',').at(-1) : undefined
  return network(forwarded) ?? network(socketAddress) ?? 'unknown'
}

function network(written: string | undefined): string | undefined {
  const address = written?.trim().replace(/^::ffff:(?=[\d.]+$)/i, '') ?? ''
  if (isIP(address) === 4) return address
  return isIP(address) === 6 ? firstHalf(address) : undefined
}

/** The URL parser brings an IPv6 address to its one short form; what it left out as `::` is filled in again. */
function firstHalf(address: string): string {
  const [before = '', after] = new URL(`http://[${address.replace(/%.*$/, '')}]`).hostname
    .slice(1, -1)
    .split('::')
  const head = before ? before.split(':') : []
  const tail = after ? after.split(':') : []
  const zeros = after === undefined ? 0 : 8 - head.length - tail.length
  const groups = [...head, ...Array<string>(zeros).fill('0'), ...tail]
  return `${groups.slice(0, 4).join(':')}::/64`
}
