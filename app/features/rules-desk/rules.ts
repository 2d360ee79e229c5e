import { staleOn } from '#app/features/compliance/rules.ts'
import { claimStaleOn, type Period } from '#app/features/claims/rules.ts'

/** Where the rules are. */
export const rulesPath = '/staff/rules'

/** Whoever reads the calendar hears of a date this long before, in days. */
export const warnAheadDays = 30

/** What differs between two versions of a row, field by field, in the order of the form. */
export type FieldChange = { field: string; before: string; after: string }

/** The fields of a row that a person may change, as they are called on the sheet. */
export const rowFields = {
  sbr: 'SBR',
  sbs: 'SBS',
  suppressor: 'Suppressor',
  rifle: 'Rifle',
  handgun: 'Handgun',
  aow: 'AOW',
  receiver: 'Receiver',
  suggestedDefault: 'Where restricted',
  magazineLimitHandgun: 'Magazine, handgun',
  magazineLimitLongGun: 'Magazine, long gun',
  magazineStatus: 'Magazines',
  confidence: 'Confidence',
  sbsConfidence: 'Confidence, SBS',
  law: 'Statute',
  permitDocument: 'Permit',
  flags: 'Marks',
  sources: 'Sources',
  note: 'Note',
} as const
export type RowField = keyof typeof rowFields

/** The differences between two rows. The day of the last check is none: confirming a row changes only that. */
export function differencesOf(
  before: Readonly<Partial<Record<RowField, unknown>>>,
  after: Readonly<Partial<Record<RowField, unknown>>>,
): FieldChange[] {
  return (Object.keys(rowFields) as RowField[]).flatMap((field) => {
    const [was, is] = [inWords(before[field]), inWords(after[field])]
    return was === is ? [] : [{ field: rowFields[field], before: was, after: is }]
  })
}

/** A value of a row as text: empty for nothing, lists with commas. */
export function inWords(value: unknown): string {
  if (Array.isArray(value)) return value.join(', ')
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/** A day on which something of the law begins, ends or turns stale. */
export type LawDate = { on: string; what: string; kind: 'begins' | 'ends' | 'stale'; to: string }

/** What the calendar is made of. */
export type LawSources = {
  states: readonly { state: string; name: string; asOf: string }[]
  claims: readonly (Period & { key: string; figure: string; reviewedOn: string })[]
  periods: readonly { name: string; effectiveFrom: string; effectiveTo: string | null }[]
}

/** Every coming date of the law, the nearest first, and what is stale already. Rows that turn stale on one day are one entry. */
export function lawCalendar({ states, claims, periods }: LawSources, today: string): LawDate[] {
  const byDay = Map.groupBy(states, staleOn)
  const stale = [...byDay].map(([on, rows]): LawDate => {
    const [first] = rows
    const what = rows.length === 1 ? `Row of ${first?.name}` : `${rows.length} rows of states`
    return { on, what, kind: 'stale', to: rows.length === 1 ? `${rulesPath}/${first?.state}` : rulesPath }
  })
  const ofClaims = claims.flatMap((claim): LawDate[] => {
    const isOver = claim.effectiveTo !== null && claim.effectiveTo < today
    if (isOver) return []
    const base = { what: `${claim.key}: ${claim.figure}`, to: `${rulesPath}/claims/${claim.key}` }
    return [
      { ...base, kind: 'stale', on: claimStaleOn(claim) },
      ...edges(claim.effectiveFrom, claim.effectiveTo, today).map((edge) => ({ ...base, ...edge })),
    ]
  })
  const ofPeriods = periods.flatMap(({ name, effectiveFrom, effectiveTo }) =>
    edges(effectiveFrom, effectiveTo, today).map((edge) => ({
      ...edge,
      what: name,
      to: '/staff/setup-shop/tax',
    })),
  )
  return [...stale, ...ofClaims, ...ofPeriods].toSorted(
    (one, other) => one.on.localeCompare(other.on) || one.what.localeCompare(other.what),
  )
}

function edges(from: string | null, to: string | null, today: string): Pick<LawDate, 'on' | 'kind'>[] {
  return [
    ...(from !== null && from > today ? [{ on: from, kind: 'begins' as const }] : []),
    ...(to !== null && to >= today ? [{ on: to, kind: 'ends' as const }] : []),
  ]
}
