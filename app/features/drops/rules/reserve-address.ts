export function reserveAddress(slug: string, number: number | null, variant?: string): string {
  const query = new URLSearchParams({
    ...(number !== null && { number: String(number) }),
    ...(variant && { variant }),
  })
  return `/drops/${encodeURIComponent(slug)}/reserve${query.size > 0 ? `?${query}` : ''}`
}

export const offerChoicePath = (orderId: string) => `/drops/offers/${orderId}`

/** The id of a number in a cart, with its variant where there is a choice: `guerrilla-vol-1_7`. */
export function cartIdOf(slug: string, number: number, variant?: string): string {
  return [slug, number, variant].filter(Boolean).join('_')
}

const cartIdPattern =
  /^(?<slug>[a-z0-9-]+)_(?<number>[1-9]\d{0,3})(?:_(?<variant>[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}))?$/

/** The number that an id in a cart means; undefined for any other id. */
export function parseCartId(id: string): { slug: string; number: number; variant?: string } | undefined {
  const { slug, number, variant } = cartIdPattern.exec(id)?.groups ?? {}
  return slug && number ? { slug, number: Number(number), ...(variant && { variant }) } : undefined
}
