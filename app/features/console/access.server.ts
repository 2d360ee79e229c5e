import { createContext } from 'react-router'
import { readCookie } from '#app/http/cookies.server.ts'
import type { CountDue } from './rules.ts'

/** Counts what is due at the desks, filled by the composition: the console knows no desk. */
export const dueContext = createContext<CountDue>(async () => ({}))

export const paperCookie = 'paco-console'

export type Paper = 'dark' | 'light'

export function paperOf(request: Request): Paper {
  return readCookie(request, paperCookie) === 'light' ? 'light' : 'dark'
}
