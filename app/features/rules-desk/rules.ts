import { claimInForce, type Period } from '#app/features/claims/rules.ts'

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
