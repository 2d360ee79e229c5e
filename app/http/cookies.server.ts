import { parse, serialize } from 'hono/utils/cookie'
import { hostPrefix } from '#app/http/site-request.ts'

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

/** Every `__Host-` cookie under its plain name, and no other, which a neighboring subdomain or http could have planted. */
export function readHostCookies(request: Request): Request {
  const sent = request.headers.get('Cookie')
  if (sent === null) return request
  const own = sent
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(hostPrefix))
  const headers = new Headers(request.headers)
  headers.delete('Cookie')
  if (own.length) headers.set('Cookie', own.map((pair) => pair.slice(hostPrefix.length)).join('; '))
  return new Request(request, { headers })
}

export function writeHostCookies(headers: Headers): void {
  const cookies = headers.getSetCookie()
  headers.delete('Set-Cookie')
  for (const cookie of cookies) headers.append('Set-Cookie', hostPrefix + cookie)
}
