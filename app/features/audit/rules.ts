import type { AuditCursor, AuditFilter } from '#app/access/audit-list.server.ts'
import { day } from '#app/kit/clock.ts'
import { momentIn } from '#app/kit/zoned-time.ts'

/** Where the sheet is. */
export const auditPath = '/staff/audit'

/** The fields of the filter, in the order in which they stand in the address. Days are calendar days of the shop's zone. */
const auditFields = ['actor', 'verb', 'subject', 'from', 'to'] as const
type AuditField = (typeof auditFields)[number]
/** What the address asks for, as text. */
export type AuditQuery = Partial<Record<AuditField, string>>

const isDay = /^\d{4}-\d{2}-\d{2}$/

/** Reads the filter from an address. What is empty or no day is left out. */
export function parseAuditQuery(params: URLSearchParams): AuditQuery {
  const query: AuditQuery = {}
  for (const field of auditFields) {
    const value = (params.get(field) ?? '').trim().slice(0, 200)
    const isMeant = field === 'from' || field === 'to' ? isCalendarDay(value) : value !== ''
    if (isMeant) query[field] = value
  }
  return query
}

/** The filter as an address: one filter has one. */
export function formatAuditQuery(query: AuditQuery, before?: string): string {
  const params = new URLSearchParams()
  for (const field of auditFields) if (query[field] !== undefined) params.set(field, query[field])
  if (before) params.set('before', before)
  const text = params.toString()
  return text ? `?${text}` : ''
}

/** The filter in instants: from the first day's midnight up to the last day's end. */
export function auditFilterOf({ actor, verb, subject, from, to }: AuditQuery, timeZone: string): AuditFilter {
  return {
    actor,
    verb,
    subject,
    from: from === undefined ? undefined : startOf(from, timeZone),
    until: to === undefined ? undefined : startOf(nextDay(to), timeZone),
  }
}

/** Where a page begins, for the address: the instant and the number of the entry before it. */
export function formatCursor({ at, id }: AuditCursor): string {
  return `${at.getTime()}.${id}`
}

/** Reads a cursor; undefined for text that is none. */
export function parseCursor(text: string | null): AuditCursor | undefined {
  const [, at, id] = /^(\d{1,15})\.(\d{1,15})$/.exec(text ?? '') ?? []
  return at && id ? { at: new Date(Number(at)), id: Number(id) } : undefined
}

/** Who acted, without their address: `Ada <ada@example.com>` is `Ada`. A machine account stays as it is. */
export function actorName(actor: string): string {
  return actor.replace(/ <[^<>]*>$/, '')
}

/** A verb as words: `data-request-close` is `data request close`. */
export function verbWords(verb: string): string {
  return verb.replaceAll(/[-_]/g, ' ')
}

/** Where a subject can be opened: an order by its code. Others have no sheet of their own. */
export function subjectPath(verb: string, subject: string): string | undefined {
  if (verb.startsWith('data-request-')) return `/staff/inbox/requests/${subject}`
  if (verb.startsWith('message-')) return `/staff/inbox/messages/${subject}`
  if (verb.startsWith('staff ')) return '/staff/people'
  return /^[0-9A-Z]{10}$/.test(subject) ? `/staff/orders/${subject}` : undefined
}

function isCalendarDay(text: string): boolean {
  return isDay.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.slice(0, 10) === text
}

function nextDay(date: string): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + day).toISOString().slice(0, 10)
}

/** Midnight; where the clock skips it, the first hour that the day has. */
function startOf(date: string, timeZone: string): Date | undefined {
  return momentIn(timeZone, `${date} 00:00`) ?? momentIn(timeZone, `${date} 01:00`)
}
