import { hostPrefix } from '#app/kit/host-prefix.ts'

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
