import { z } from 'zod'
import type { AuditCursor, AuditFilter } from '#app/access/audit.server.ts'
import type { DifferenceRow } from '#app/access/difference.ts'
import { addDays, startOfDay } from '#app/kit/dates.ts'
import { formatCents } from '#app/kit/money.ts'

export const auditPath = '/staff/audit'

/** The fields of the filter, in the order of the address. Days are calendar days of the shop's zone. */
const auditFields = ['actor', 'verb', 'subject', 'from', 'to'] as const
type AuditField = (typeof auditFields)[number]
export type AuditQuery = Partial<Record<AuditField, string>>

const isDay = (text: string) => z.iso.date().safeParse(text).success

/** Reads the filter from an address. Empty values and invalid days are left out. */
export function parseAuditQuery(params: URLSearchParams): AuditQuery {
  const query: AuditQuery = {}
  for (const field of auditFields) {
    const value = (params.get(field) ?? '').trim().slice(0, 200)
    const isMeant = field === 'from' || field === 'to' ? isDay(value) : value !== ''
    if (isMeant) query[field] = value
  }
  return query
}

export function formatAuditQuery(query: AuditQuery, before?: string): string {
  const params = new URLSearchParams({ ...query, ...(before && { before }) })
  return params.size > 0 ? `?${params}` : ''
}

export function auditFilterOf({ from, to, ...named }: AuditQuery, timeZone: string): AuditFilter {
  return {
    ...named,
    from: from === undefined ? undefined : startOfDay(timeZone, from),
    until: to === undefined ? undefined : startOfDay(timeZone, addDays(to, 1)),
  }
}

export function formatCursor({ at, id }: AuditCursor): string {
  return `${at.getTime()}.${id}`
}

export function parseCursor(text: string | null): AuditCursor | undefined {
  const [, at, id] = /^(\d{1,15})\.(\d{1,15})$/.exec(text ?? '') ?? []
  return at && id ? { at: new Date(Number(at)), id: Number(id) } : undefined
}

export function verbWords(verb: string): string {
  return verb.replaceAll(/[-_]/g, ' ')
}

const beginnings: readonly (readonly [RegExp, (subject: string) => string | undefined])[] = [
  [/^data-(export|delete)$/, (id) => `/staff/inbox/messages/${id}`],
  [/^message-/, (id) => `/staff/inbox/messages/${id}`],
  [/^build-/, (id) => `/staff/inbox/builds/${id}`],
  [/^staff /, () => '/staff/people'],
  [/^drop-/, (slug) => `/staff/drops/${slug}`],
  [/^catalog-(?!import|export)/, (item) => `/staff/catalog/${item}`],
  [/^text-/, (key) => `/staff/words/${key}`],
  [/^rule$/, (state) => `/staff/rules/${state}`],
  [/^local-rule$/, (id) => `/staff/rules/places/${encodeURIComponent(id)}`],
  [/^age$/, (age) => `/staff/rules/ages/${age.replace(' ', '-')}`],
  [/^claim$/, (key) => `/staff/rules/claims/${encodeURIComponent(key)}`],
  [/^rules-confirm$/, (rules) => (/^[A-Z]{2}$/.test(rules) ? `/staff/rules/${rules}` : '/staff/rules')],
  [/^retention-/, () => '/staff/retention'],
  [/^job-retry$/, () => '/staff/jobs'],
  [/^(add|change|price|unprice)-course$|^add-session$/, (slug) => `/staff/catalog/courses/${slug}`],
  [/^dealer-|^license-copy/, (key) => `/staff/dealers/${encodeURIComponent(key)}`],
  [/^export-subscriptions$/, () => '/staff/subscriptions'],
  [/^shop-facts$|^setup-/, () => '/staff/setup-shop'],
]

export function subjectPath(verb: string, subject: string): string | undefined {
  if (/^[0-9A-Z]{10}$/.test(subject)) return `/staff/orders/${subject}`
  const [, path] = beginnings.find(([begins]) => begins.test(verb)) ?? []
  return path?.(subject)
}

const ids = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|\b[0-9a-f]{32}\b/g
const instants = /\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z/g

export function idsIn(text: string | undefined): string[] {
  return text?.match(ids) ?? []
}

type Readable = {
  names: ReadonlyMap<string, { name: string }>
  stamp: (moment: Date) => string
}

export function readableRow(row: DifferenceRow, { names, stamp }: Readable): DifferenceRow {
  const isMoney = row.field.endsWith('Cents')
  const read = (text: string | undefined) =>
    isMoney && /^-?\d+$/.test(text ?? '')
      ? formatCents(Number(text))
      : text
          ?.replaceAll(ids, (id) => names.get(id)?.name ?? id)
          .replaceAll(instants, (instant) => stamp(new Date(instant)))
  return {
    field: row.field.replace(/(?<=[a-z])(Cents|Id)$/, ''),
    before: read(row.before),
    after: read(row.after),
  }
}

/** What an id is called that names nothing any more: by what its entry kept of it. */
export function goneName(id: string, rows: readonly DifferenceRow[]): string {
  const row = rows.find(({ field }) => field === 'subject' || field === 'name')
  return row?.before ?? row?.after ?? `no longer stored (${id.slice(0, 8)})`
}
