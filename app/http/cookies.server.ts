import { parse, serialize } from 'hono/utils/cookie'

/** Attributes of a cookie. The defaults are the safe choices. */
export type CookieOptions = {
  /** Whether people reach the shop by https: the cookie is then sent over https only. */
  https: boolean
  /** How long the browser keeps it, in seconds; by default until it closes. */
  maxAgeSeconds?: number
  /** `false` only for cookies that our own scripts must read or write, such as the mirrored age-gate record. */
  httpOnly?: boolean
}

/** The decoded value of one cookie of a request; `undefined` when there is none of that name. */
export function readCookie(request: Request, name: string): string | undefined {
  return parse(request.headers.get('Cookie') ?? '', name)[name]
}

/** A `Set-Cookie` header that stores `value`: same site only, for the whole site, hidden from scripts. */
export function writeCookie(
  name: string,
  value: string,
  { https, maxAgeSeconds, httpOnly = true }: CookieOptions,
): string {
  return serialize(name, value, {
    path: '/',
    sameSite: 'Lax', // Strict would lose the cookie when following a link in an email
    secure: https,
    httpOnly,
    ...(maxAgeSeconds !== undefined && { maxAge: maxAgeSeconds }),
  })
}

/** A `Set-Cookie` header that deletes the cookie. */
export function clearCookie(name: string, keeping: Omit<CookieOptions, 'maxAgeSeconds'>): string {
  return writeCookie(name, '', { ...keeping, maxAgeSeconds: 0 })
}
