import { day } from '#app/kit/clock.ts'

/** `reading`: a job takes it over. `taken`: it was the list in force from then on. `refused`: it is no list, and changed nothing. */
export const listStates = ['reading', 'taken', 'refused'] as const
export type ListState = (typeof listStates)[number]

export type ListRefusal = 'list_empty' | 'list_too_short' | 'list_unknown'

export type ListDifference = {
  read: number
  listed: number
  otherTypes: number
  otherStates: number
  bad: { line: number; why: string }[]
  added: number
  changed: number
  unlisted: number
  first: Record<'added' | 'changed' | 'unlisted', ListedDealer[]>
}

type ListedDealer = { key: string; says: string; was: string; openTransfers: number }

/** The government publishes a list every month: one that is older than this is not the newest. */
const maxListAgeMs = 45 * day

export function listDue(
  { listed, latestAt }: { listed: number; latestAt: Date | null },
  now: Date,
): 'missing' | 'old' | undefined {
  if (listed === 0) return 'missing'
  return latestAt && now.getTime() - latestAt.getTime() <= maxListAgeMs ? undefined : 'old'
}

/** The largest file that is taken, in bytes: the list of all states has about 15 MB. */
export const maxListBytes = 30 * 1024 * 1024
