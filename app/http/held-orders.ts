import { hostPrefix } from '#app/kit/host-prefix.ts'

/** Tells scripts that this browser may hold something. Pages are the same for everyone, so what it is has a request of its own. */
export const heldCookie = 'paco-held'

/** Where a browser asks what it holds. */
export const heldPath = '/held'

/** An unpaid order whose stock this browser holds. */
export type HeldOrder = {
  id: string
  /** What is held, at the start of a sentence: `Number 7 of Guerrilla Vol. 1`. */
  what: string
  /** Until when, as an ISO time. */
  until: string
  /** Its numbers, each with the path of its drop. */
  numbers: { path: string; number: number }[]
}

/** What this browser holds, soonest to end first, and the server's time of the answer. */
export type Held = { now: string; orders: readonly HeldOrder[] }

/** Whether this browser's cookie says that there may be something. */
export function mayHold(): boolean {
  return hasCookie(hostPrefix, heldCookie)
}

/** The part of the page's inline script that keeps the line's place free before anything is painted. */
export function heldScript(): string {
  const text = `if((${hasCookie.toString()})(${JSON.stringify(hostPrefix)},${JSON.stringify(heldCookie)}))document.documentElement.dataset.held=''`
  return text.replaceAll(/\n\s+/g, '\n')
}

/** Sent as text too, so it sees nothing outside itself. */
function hasCookie(prefix: string, name: string): boolean {
  const own = location.protocol === 'https:' ? prefix + name : name
  return document.cookie.split('; ').some((each) => each.startsWith(`${own}=`))
}
