import type { Db } from '#app/db/db.server.ts'
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
import { setupProgress } from './tables.ts'

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
