import { createContext } from 'react-router'
import type { Db } from '#app/db/db.server.ts'
import type { UnitOfWork } from '#app/db/work.server.ts'
import type { SetupStep, StepState } from './rules.ts'
import { setupProgress } from './tables.ts'
import { listAllClaims } from '#app/features/claims/store.server.ts'
import { listLocalRules } from '#app/features/compliance/store/local-rules.server.ts'
import { listPurchaseAges } from '#app/features/compliance/store/ages.server.ts'
import { listStateRules } from '#app/features/compliance/store/state-rules.server.ts'
import { findLatestReviews } from '#app/features/rules-desk/laws.server.ts'
import { textKeys } from '#app/features/texts/rules.ts'
import { programText, programVersions } from '#app/features/texts/shown.server.ts'
import { listAllPublished } from '#app/features/texts/store.server.ts'
import { fingerprint } from '#app/kit/ids.ts'

export type SetupProgress = typeof setupProgress.$inferSelect

export function listProgress(db: Db): Promise<SetupProgress[]> {
  return db.select().from(setupProgress)
}

export async function noteStep(
  { tx, now }: Pick<UnitOfWork, 'tx' | 'now'>,
  step: SetupStep,
  note: { state: StepState; by: string; detail?: string; versions?: Record<string, string> },
): Promise<void> {
  const { state, by, detail = '', versions = {} } = note
  const row = { step, state, by, detail, versions, at: now }
  await tx.insert(setupProgress).values(row).onConflictDoUpdate({ target: setupProgress.step, set: row })
}

export type SampleStay = 'sold' | 'changed' | 'used'
export type SampleItem = { name: string; why: SampleStay }

export type SampleRemoval = { title: string; goes: number; stays: SampleItem[] }[]

export type SampleCatalog = {
  load: (db: Db, now: Date, timeZone: string) => Promise<'loaded' | 'already there'>
  remove: (db: Db, clock: { now: Date; timeZone: string }) => Promise<SampleRemoval>
  preview: (db: Db, clock: { now: Date; timeZone: string }) => Promise<SampleRemoval>
  count: (db: Db) => Promise<number>
}

export const sampleContext = createContext<SampleCatalog>()

export type Reading = {
  group: 'rules' | 'claims' | 'texts'
  /** `state FL`, `claim tax.sbr`, `terms`. */
  key: string
  version: string
  isChecked: boolean
  /** Checked, or read in the set-up. */
  isRead: boolean
}

export async function findReadings(db: Db): Promise<{ readings: Reading[]; unread: number }> {
  const [states, places, ages, claims, reviews, published, progress] = await Promise.all([
    listStateRules(db),
    listLocalRules(db),
    listPurchaseAges(db),
    listAllClaims(db),
    findLatestReviews(db),
    listAllPublished(db),
    listProgress(db),
  ])
  const read = progress.find(({ step }) => step === 'texts')?.versions ?? {}
  const reading = (group: Reading['group'], key: string, version: string, isChecked: boolean): Reading => ({
    group,
    key,
    version,
    isChecked,
    isRead: isChecked || read[key] === version,
  })
  const rules = [
    ...states.map(({ state, version }) => ({ key: `state ${state}`, version })),
    ...places.map(({ id, version }) => ({ key: `local ${id}`, version })),
    ...ages.map(({ ageClass, state, version }) => ({ key: `age ${ageClass} ${state}`, version })),
  ]
  // What the shop says of itself was typed in the set-up.
  const figures = Map.groupBy(
    claims.filter(({ key }) => !key.startsWith('support.')),
    ({ key }) => key,
  )
  const readings = [
    ...rules.map(({ key, version }) =>
      reading('rules', key, String(version), reviews.get(key)?.version === version),
    ),
    ...Array.from(figures, ([key, periods]) =>
      reading('claims', `claim ${key}`, fingerprint(JSON.stringify(periods)), reviews.has(`claim ${key}`)),
    ),
    ...textKeys.map((key) => {
      const own = published.find((text) => text.key === key)
      const version = own?.version ?? `${programVersions(key)[0]?.version} ${fingerprint(programText(key))}`
      return reading('texts', key, version, own !== undefined)
    }),
  ]
  return { readings, unread: readings.filter(({ isRead }) => !isRead).length }
}

/** How many rules and texts are new or changed since somebody confirmed all; none before that, when the step itself is open. */
export async function countUnread(db: Db, progress: readonly SetupProgress[]): Promise<number> {
  const isConfirmed = progress.some(({ step, state }) => step === 'texts' && state === 'done')
  return isConfirmed ? (await findReadings(db)).unread : 0
}

export const fingerprintOf = (readings: readonly Reading[]) =>
  fingerprint(readings.map(({ key, version }) => `${key} ${version}`).join('\n'))
