import { staleOn } from '#app/features/compliance/rules.ts'
import { claimInForce, claimStaleOn, type Period } from '#app/features/claims/rules.ts'

/** Where the rules are. */
export const rulesPath = '/staff/rules'

/** The rules of places and the ages to buy, on one sheet. */
export const placesPath = `${rulesPath}/places`

/** The sheet of a place's rule. */
export const placePath = (id: string) => `${placesPath}/${encodeURIComponent(id)}`

/** The sheet of an age to buy: `/staff/rules/ages/sbr-FL`. */
export const agePath = ({ ageClass, state }: { ageClass: string; state: string }) =>
  `${rulesPath}/ages/${ageClass}-${state}`

/** The class and the state that an address names. */
export function readAgeKey(key: string): { ageClass: string; state: string } {
  const at = key.lastIndexOf('-')
  return { ageClass: key.slice(0, at), state: key.slice(at + 1) }
}

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

/** The fields of the rule of a place. */
export const placeFields = {
  place: 'Place',
  zips: 'ZIP codes',
  firearms: 'Firearms',
  magazines: 'Magazines',
  magazineLimit: 'Magazine limit',
  sources: 'Sources',
  note: 'Note',
} as const

/** The fields of a purchase age. */
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

/** A value of a row as text: empty for nothing, lists with commas. */
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

/** A day on which something of the law begins, ends or turns stale. */
export type LawDate = { on: string; what: string; kind: 'begins' | 'ends' | 'stale'; to: string }

/** What the calendar is made of. */
export type LawSources = {
  states: readonly { state: string; name: string; asOf: string }[]
  places: readonly { id: string; place: string; asOf: string }[]
  ages: readonly { ageClass: string; state: string; asOf: string }[]
  claims: readonly (Period & { key: string; figure: string; reviewedOn: string })[]
  periods: readonly { name: string; effectiveFrom: string; effectiveTo: string | null }[]
}

/** Every coming date of the law, the nearest first, and what is stale already. What turns stale on one day is one entry of its kind. */
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

/** The days on which something turns stale: named where it is alone on its day, counted where there are more. */
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
