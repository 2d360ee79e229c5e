import type { Db } from '#app/db/db.server.ts'
import { listClaimHistory } from '../claims/store.server.ts'
import type { Block } from '#app/pdf/sheet.server.ts'
import { formatCalendarDate } from '#app/kit/dates.ts'
import { type Cited, type CitedClaim, toCitedClaims, citedKeys } from './rules.ts'

export async function findCited(
  ctx: { db: Db; timeZone: string; now: () => Date },
  sentences: readonly string[],
): Promise<Cited> {
  return toCitedClaims(await listClaimHistory(ctx.db, citedKeys(sentences)), ctx.now(), ctx.timeZone)
}

/** What a printed guide says of each claim. */
export function sourceNotes(claims: readonly CitedClaim[]): Block[] {
  return claims.map(({ text, source, reviewedOn }) => ({
    kind: 'note',
    text: `${text} As of ${formatCalendarDate(reviewedOn)}. ${source}`.trim(),
  }))
}
