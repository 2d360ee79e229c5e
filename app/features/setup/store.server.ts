import { createContext } from 'react-router'
import type { Db } from '#app/db/db.server.ts'
import type { UnitOfWork } from '#app/db/work.server.ts'
import type { SetupStep, StepState } from './rules.ts'
import { setupProgress } from './tables.ts'

/** A step that somebody did, tried or left. */
export type SetupProgress = typeof setupProgress.$inferSelect

/** Every step that somebody did, tried or left. */
export function listProgress(db: Db): Promise<SetupProgress[]> {
  return db.select().from(setupProgress)
}

/** Notes what came of a step. */
export async function noteStep(
  { tx, now }: Pick<UnitOfWork, 'tx' | 'now'>,
  step: SetupStep,
  note: { state: StepState; by: string; detail?: string; versions?: Record<string, string> },
): Promise<void> {
  const { state, by, detail = '', versions = {} } = note
  const row = { step, state, by, detail, versions, at: now }
  await tx.insert(setupProgress).values(row).onConflictDoUpdate({ target: setupProgress.step, set: row })
}

/** Why an item of the sample stays: an order names it, somebody changed it, or something that stays needs it. */
export type SampleStay = 'sold' | 'changed' | 'used'
export type SampleItem = { name: string; why: SampleStay }

/** What becomes of the sample catalog when it is taken out, by the kinds that are there: how many items go, and which stay. */
export type SampleRemoval = { title: string; goes: number; stays: SampleItem[] }[]

/** The sample catalog, which the composition brings: `size` is how many of its items are there. */
export type SampleCatalog = {
  load: (db: Db, now: Date, timeZone: string) => Promise<'loaded' | 'already there'>
  /** Names what stays by the shop's clock. */
  remove: (db: Db, clock: { now: Date; timeZone: string }) => Promise<SampleRemoval>
  /** What `remove` would do now. */
  preview: (db: Db, clock: { now: Date; timeZone: string }) => Promise<SampleRemoval>
  count: (db: Db) => Promise<number>
}

/** The sample catalog of the shop, set by the server for every request. */
export const sampleContext = createContext<SampleCatalog>()
