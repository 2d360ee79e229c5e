import { hostPrefix } from '#app/http/site-request.ts'

/** Tells scripts that this browser may hold something. Pages are the same for everyone, so what it is has a request of its own. */
export const heldCookie = 'paco-held'

export const heldPath = '/held'

export type HeldOrder = {
  id: string
  what: string
  until: string
  numbers: { path: string; number: number }[]
}

export type Held = { now: string; orders: readonly HeldOrder[] }

export function mayHold(): boolean {
  return hasCookie(hostPrefix, heldCookie)
}

export function heldScript(): string {
  const text = `if((${hasCookie.toString()})(${JSON.stringify(hostPrefix)},${JSON.stringify(heldCookie)}))document.documentElement.dataset.held=''`
  return text.replaceAll(/\n\s+/g, '\n')
}

/** Sent as text too, so it sees nothing outside itself. */
function hasCookie(prefix: string, name: string): boolean {
  const own = location.protocol === 'https:' ? prefix + name : name
  return document.cookie.split('; ').some((each) => each.startsWith(`${own}=`))
}
