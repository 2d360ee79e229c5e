import { useSyncExternalStore } from 'react'
import { hostPrefix } from '#app/kit/host-prefix.ts'

/** Tells scripts that this browser may hold something. Pages are the same for everyone, so what it is has a request of its own. */
export const heldCookie = 'paco-held'

/** Where a browser asks what it holds. */
const heldPath = '/held'

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

const nothing: Held = { now: '', orders: [] }
let held = nothing
const watchers = new Set<() => void>()

/** What this browser holds, as the server last said; nothing on the server and in the first render. */
export function useHeld(): Held {
  return useSyncExternalStore(
    watch,
    () => held,
    () => nothing,
  )
}

function watch(notify: () => void) {
  watchers.add(notify)
  return () => watchers.delete(notify)
}

/** Whether this browser's cookie says that there may be something. */
export function mayHold(): boolean {
  return hasCookie(hostPrefix, heldCookie)
}

/** Asks the server what this browser holds. */
export async function askHeld(): Promise<void> {
  if (!mayHold()) return show(nothing)
  try {
    const answer = await fetch(heldPath)
    // An answer that is no list: what is shown stays until the next page.
    if (answer.ok) show((await answer.json()) as Held)
  } catch {
    // Offline: the next page asks again.
  }
}

function show(next: Held) {
  held = next
  if (next.orders.length === 0) delete document.documentElement.dataset.held
  for (const notify of watchers) notify()
}

/** The text of the inline script that keeps the line's place free before anything is painted. */
export function heldScript(): string {
  const text = `if((${hasCookie.toString()})(${JSON.stringify(hostPrefix)},${JSON.stringify(heldCookie)}))document.documentElement.dataset.held=''`
  return text.replaceAll(/\n\s+/g, '\n')
}

/** Sent as text too, so it sees nothing outside itself. */
function hasCookie(prefix: string, name: string): boolean {
  const own = location.protocol === 'https:' ? prefix + name : name
  return document.cookie.split('; ').some((each) => each.startsWith(`${own}=`))
}
