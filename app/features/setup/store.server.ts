import { createContext } from 'react-router'
import type { Db } from '#app/db/db.server.ts'
import type { UnitOfWork } from '#app/db/work.server.ts'
import type { SetupStep, StepState } from './rules.ts'
import { setupProgress } from './tables.ts'

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
