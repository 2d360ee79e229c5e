/**
 * The wider network of an address from `clientAddress`: the first 48 bits of an IPv6 address, which is what a company
 * or a rented server gets. `null` for an IPv4 address.
 */
export function widerNetwork(address: string): string | null {
  const [, groups] = /^((?:[0-9a-f]+:){2}[0-9a-f]+):[0-9a-f]+::\/64$/.exec(address) ?? []
  return groups ? `${groups}::/48` : null
}
