import { createContext } from 'react-router'
import { actAs, type Recorded, makeOnce } from '#app/access/act.server.ts'
import type { AuditData } from '#app/access/difference.ts'
import { type AppContext, type Db, transact } from '#app/db/db.server.ts'
import { actorName } from '#app/features/staff/rules.ts'
import type { Shop } from '#app/http/context.server.ts'
import { allowed } from '#app/kit/refusal.ts'
import { type Note, noteStep } from './progress.server.ts'
import { nextStep, type SetupStep, setupPath, stateToday, stepPath, type StepState } from './rules.ts'
import { setupProgress } from './tables.ts'
import { listAllClaims } from '#app/features/claims/store.server.ts'
import {
  findLatestReviews,
  listLocalRules,
  listPurchaseAges,
  listStateRules,
} from '#app/features/compliance/store/state-rules.server.ts'
import { textKeys } from '#app/features/texts/rules.ts'
import { programText, programVersions } from '#app/features/texts/shown.server.ts'
import { listAllPublished } from '#app/features/texts/store.server.ts'
import { fingerprint } from '#app/kit/ids.ts'

export type SetupDesk = { ctx: AppContext; actor: string; timeZone: string }

export const listProgress = (db: Db) => db.select().from(setupProgress)

/** Notes how a step stands, and that in the log. */
export function settleStep(
  { ctx, actor }: SetupDesk,
  step: SetupStep,
  note: Note,
  act: { verb: string; data: AuditData } = { verb: `setup-${step}`, data: { state: note.state } },
) {
  return actAs(ctx, actor, { subject: step, ...act }, async (work) => {
    await noteStep(work, step, { ...note, by: actor })
    return allowed
  })
}

export type Trial = { state: Exclude<StepState, 'skipped'>; detail: string }

/** Sent again, also while the first press runs, a form tries nothing and shows what came of it. */
export async function tryOnce(
  desk: SetupDesk,
  step: 'payments' | 'mail',
  key: string,
  run: () => Promise<Trial>,
): Promise<Recorded<{ ok: true }>> {
  let isFirst = false
  const form = { key, typed: ['setup', step] }
  await transact(desk.ctx, (work) =>
    makeOnce(work, form, async () => {
      isFirst = true
      return allowed
    }),
  )
  if (isFirst) return settleStep(desk, step, await run())
  // The first press has recorded it.
  return { ok: true } as Recorded<{ ok: true }>
}

export type ShownStep = { state: StepState; detail: string; at: Date; by: string }

export async function showProgress(shop: Shop): Promise<Partial<Record<SetupStep, ShownStep>>> {
  const rows = await listProgress(shop.db)
  const today = {
    isSandbox: shop.gateway.name === 'sandbox',
    isMailbox: shop.mailboxFolder !== null,
    unread: await countUnread(shop.db, rows),
  }
  return Object.fromEntries(
    rows.flatMap(({ step, state: stored, detail, at, by }) => {
      const state = stateToday(step, stored, today)
      return state ? [[step, { state, detail, at, by: actorName(by) }]] : []
    }),
  )
}

export async function pathAfter(shop: Shop, step: SetupStep): Promise<string> {
  const next = nextStep(await showProgress(shop), step)
  return next ? stepPath(next) : setupPath
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

export async function findReadings(db: Db): Promise<{ readings: Reading[]; unread: number; seen: string }> {
  const [states, places, ages, claims, reviews, published, progress] = await Promise.all([
    listStateRules(db),
    listLocalRules(db),
    listPurchaseAges(db),
    listAllClaims(db),
    findLatestReviews(db),
    listAllPublished(db),
    db.select().from(setupProgress),
  ])
  const rules = [
    ...states.map(({ state, version }) => ({ key: `state ${state}`, version })),
    ...places.map(({ id, version }) => ({ key: `local ${id}`, version })),
    ...ages.map(({ ageClass, state, version }) => ({ key: `age ${ageClass} ${state}`, version })),
  ]
  // What the shop says of itself was typed in the set-up.
  const figures = Map.groupBy(
    claims.filter(({ key }) => !key.startsWith('support.')),
    ({ key }) => `claim ${key}`,
  )
  const all: Omit<Reading, 'isRead'>[] = [
    ...rules.map(({ key, version }) => ({
      group: 'rules' as const,
      key,
      version: String(version),
      isChecked: reviews.get(key)?.version === version,
    })),
    ...Array.from(figures, ([key, periods]) => ({
      group: 'claims' as const,
      key,
      version: fingerprint(JSON.stringify(periods)),
      isChecked: reviews.has(key),
    })),
    ...textKeys.map((key) => {
      const own = published.find((text) => text.key === key)
      const version = own?.version ?? `${programVersions(key)[0]?.version} ${fingerprint(programText(key))}`
      return { group: 'texts' as const, key, version, isChecked: own !== undefined }
    }),
  ]
  const read = progress.find(({ step }) => step === 'texts')?.versions ?? {}
  const readings = all.map((each) => ({ ...each, isRead: each.isChecked || read[each.key] === each.version }))
  return {
    readings,
    unread: readings.filter(({ isRead }) => !isRead).length,
    seen: fingerprint(readings.map(({ key, version }) => `${key} ${version}`).join('\n')),
  }
}

type Progress = Pick<typeof setupProgress.$inferSelect, 'step' | 'state'>

/** How many rules and texts are new or changed since somebody confirmed all; none before that, when the step itself is open. */
export async function countUnread(db: Db, progress: readonly Progress[]): Promise<number> {
  const isConfirmed = progress.some(({ step, state }) => step === 'texts' && state === 'done')
  return isConfirmed ? (await findReadings(db)).unread : 0
}
