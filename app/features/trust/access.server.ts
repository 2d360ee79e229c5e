import { readCookie, writeCookie, clearCookie } from '#app/http/cookies.server.ts'

/** Remembers for a day that this browser wants the pack with its build. Holds no personal data. */
const cookieName = 'paco-bundle'
const cookieSeconds = 86_400

/** The `Set-Cookie` header that sets the choice. */
export function rememberBundle(https: boolean): string {
  return writeCookie(cookieName, 'yes', { https, maxAgeSeconds: cookieSeconds })
}

/** The `Set-Cookie` header that clears it after a build was submitted. */
export function forgetBundle(https: boolean): string {
  return clearCookie(cookieName, { https })
}

/** Whether this browser wants the pack with its build. */
export function wantsBundle(request: Request): boolean {
  return readCookie(request, cookieName) === 'yes'
}
