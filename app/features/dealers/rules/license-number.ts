/**
 * A federal firearms license number as people and lists write it, as the key that the shop stores: region, district, county, type and
 * sequence, `1-59-086-01-04567`. With or without dashes and spaces, and with or without the expiry code (`9A`), which changes with
 * every renewal and is left out. Undefined for anything else.
 */
export function parseLicenseNumber(typed: string): string | undefined {
  const plain = typed.toUpperCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
  const parts = /^(?:FFL)?(\d)(\d{2})(\d{3})(\d{2})(?:\d[A-HJ-M])?(\d{5})$/.exec(plain)
  return parts?.slice(1).join('-')
}
