import { staleOn } from '#app/features/compliance/rules.ts'
import { claimInForce, claimStaleOn, type Period } from '#app/features/claims/rules.ts'

export const rulesPath = '/staff/rules'

export const placesPath = `${rulesPath}/places`

export const placePath = (id: string) => `${placesPath}/${encodeURIComponent(id)}`

export const agePath = ({ ageClass, state }: { ageClass: string; state: string }) =>
  `${rulesPath}/ages/${ageClass}-${state}`

export function readAgeKey(key: string): { ageClass: string; state: string } {
  const at = key.lastIndexOf('-')
  return { ageClass: key.slice(0, at), state: key.slice(at + 1) }
}

export const warnAheadDays = 30

export type FieldChange = { field: string; before: string; after: string }

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

export const placeFields = {
  place: 'Place',
  zips: 'ZIP codes',
  firearms: 'Firearms',
  magazines: 'Magazines',
  magazineLimit: 'Magazine limit',
  sources: 'Sources',
  note: 'Note',
} as const

export const ageFields = { years: 'Age', sources: 'Sources', note: 'Note' } as const

/** The differences between two rows. The day of the last check is none: confirming a row changes only that. */
export function differencesOf<Field extends string = keyof typeof rowFields>(
  before: Readonly<Partial<Record<Field, unknown>>>,
  after: Readonly<Partial<Record<Field, unknown>>>,
  fields: Readonly<Partial<Record<Field, string>>> = rowFields as Partial<Record<Field, string>>,
): FieldChange[] {
  return (Object.keys(fields) as Field[]).flatMap((field) => {
    const [was, is] = [inWords(before[field]), inWords(after[field])]
    return was === is ? [] : [{ field: fields[field] ?? field, before: was, after: is }]
  })
}

export function inWords(value: unknown): string {
  if (Array.isArray(value)) return value.join(', ')
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/** The period that lists show of a claim, which is the one that is confirmed there: the one in force, or else the first. */
export function claimShown<Row extends Period>(
  periods: readonly Row[],
  now: Date,
  zone: string,
): Row | undefined {
  return claimInForce(periods, now, zone) ?? periods[0]
}

export type LawDate = { on: string; what: string; kind: 'begins' | 'ends' | 'stale'; to: string }

export type LawSources = {
  states: readonly { state: string; name: string; asOf: string }[]
  places: readonly { id: string; place: string; asOf: string }[]
  ages: readonly { ageClass: string; state: string; asOf: string }[]
  claims: readonly (Period & { key: string; figure: string; reviewedOn: string })[]
  periods: readonly { name: string; effectiveFrom: string; effectiveTo: string | null }[]
}

export function lawCalendar({ states, places, ages, claims, periods }: LawSources, today: string): LawDate[] {
  const coming = claims.filter(({ effectiveTo }) => effectiveTo === null || effectiveTo >= today)
  const stale = [
    ...staleDates(states, staleOn, {
      one: ({ name, state }) => [`Row of ${name}`, `${rulesPath}/${state}`],
      more: ['rows of states', rulesPath],
    }),
    ...staleDates(places, staleOn, {
      one: ({ place, id }) => [`Rule of ${place}`, placePath(id)],
      more: ['rules of places', placesPath],
    }),
    ...staleDates(ages, staleOn, {
      one: (age) => [`Age to buy: ${age.ageClass}, ${age.state}`, agePath(age)],
      more: ['ages to buy', placesPath],
    }),
    ...staleDates(coming, claimStaleOn, {
      one: (claim) => [claimWords(claim), claimPath(claim)],
      more: ['claims', `${rulesPath}/claims`],
    }),
  ]
  const ofClaims = coming.flatMap((claim) =>
    edges(claim.effectiveFrom, claim.effectiveTo, today).map((edge) => ({
      ...edge,
      what: claimWords(claim),
      to: claimPath(claim),
    })),
  )
  const ofPeriods = periods.flatMap(({ name, effectiveFrom, effectiveTo }) =>
    edges(effectiveFrom, effectiveTo, today).map((edge) => ({
      ...edge,
      what: name,
      to: '/staff/setup-shop/tax',
    })),
  )
  const known = new Map([...stale, ...ofClaims, ...ofPeriods].map((date) => [JSON.stringify(date), date]))
  return [...known.values()].toSorted(
    (one, other) => one.on.localeCompare(other.on) || one.what.localeCompare(other.what),
  )
}

const claimWords = ({ key, figure }: { key: string; figure: string }) => `${key}: ${figure}`
const claimPath = ({ key }: { key: string }) => `${rulesPath}/claims/${key}`

function staleDates<Row>(
  rows: readonly Row[],
  dayOf: (row: Row) => string,
  words: { one: (row: Row) => [what: string, to: string]; more: [what: string, to: string] },
): LawDate[] {
  return [...Map.groupBy(rows, dayOf)].flatMap(([on, [first, ...others]]) => {
    if (first === undefined) return []
    const [what, to] =
      others.length === 0 ? words.one(first) : [`${others.length + 1} ${words.more[0]}`, words.more[1]]
    return [{ on, kind: 'stale' as const, what, to }]
  })
}

function edges(from: string | null, to: string | null, today: string): Pick<LawDate, 'on' | 'kind'>[] {
  return [
    ...(from !== null && from > today ? [{ on: from, kind: 'begins' as const }] : []),
    ...(to !== null && to >= today ? [{ on: to, kind: 'ends' as const }] : []),
  ]
}
