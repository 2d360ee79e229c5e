import { parse, serialize } from 'hono/utils/cookie'

/** How a cookie is kept. What is left out is the safe choice. */
export type CookieOptions = {
  /** Whether people reach the shop by https: the cookie then never travels without it. */
  https: boolean
  /** How long the browser keeps it; until it closes, when left out. */
  maxAgeSeconds?: number
  /** `false` only for what a script of our own must read or write, such as the mirrored age-gate record. */
  httpOnly?: boolean
}

/** The value of one cookie of a request, decoded; `undefined` when the browser sent none of that name. */
export function readCookie(request: Request, name: string): string | undefined {
  return parse(request.headers.get('Cookie') ?? '', name)[name]
}

/** The value of a `Set-Cookie` header that keeps `value`: same site only, for the whole site, hidden from scripts. */
export function writeCookie(
  name: string,
  value: string,
  { https, maxAgeSeconds, httpOnly = true }: CookieOptions,
): string {
  return serialize(name, value, {
    path: '/',
    sameSite: 'Lax', // Strict would lose the cookie on the way in from a mail link
    secure: https,
    httpOnly,
    ...(maxAgeSeconds !== undefined && { maxAge: maxAgeSeconds }),
  })
}

/** The value of a `Set-Cookie` header that makes the browser forget the cookie. */
export function clearCookie(name: string, keeping: Omit<CookieOptions, 'maxAgeSeconds'>): string {
  return writeCookie(name, '', { ...keeping, maxAgeSeconds: 0 })
}
