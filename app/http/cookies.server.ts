import { parse, serialize } from 'hono/utils/cookie'

export type CookieOptions = {
  https: boolean
  /** In seconds; by default until it closes. */
  maxAgeSeconds?: number
  /** `false` only for cookies that our own scripts must read or write, such as the mirrored age-gate record. */
  httpOnly?: boolean
}

export function readCookie(request: Request, name: string): string | undefined {
  return parse(request.headers.get('Cookie') ?? '', name)[name]
}

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

export function clearCookie(name: string, keeping: Omit<CookieOptions, 'maxAgeSeconds'>): string {
  return writeCookie(name, '', { ...keeping, maxAgeSeconds: 0 })
}
