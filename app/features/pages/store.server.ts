import type { Db } from '#app/db/db.server.ts'
import { listClaimHistory } from '../claims/store.server.ts'
import { type Cited, toCitedClaims, citedKeys } from './rules.ts'

export async function findCited(
  ctx: { db: Db; timeZone: string; now: () => Date },
  sentences: readonly string[],
): Promise<Cited> {
  return toCitedClaims(await listClaimHistory(ctx.db, citedKeys(sentences)), ctx.now(), ctx.timeZone)
}
