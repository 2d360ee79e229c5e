import type { Db } from '#app/db/db.server.ts'
import { listClaimHistory } from '../claims/store.server.ts'
import { findPublished } from '../texts/store.server.ts'
import type { TextDocument } from '../texts/rules.ts'
import { type PageTextKey, pageDocuments } from './rules/page-texts.ts'
import { type Cited, toCitedClaims, citedKeys } from './rules.ts'

/** The claims in force that these sentences cite, in one query. */
export async function findCited(
  ctx: { db: Db; timeZone: string; now: () => Date },
  sentences: readonly string[],
): Promise<Cited> {
  return toCitedClaims(await listClaimHistory(ctx.db, citedKeys(sentences)), ctx.now(), ctx.timeZone)
}

/** The words of an information page: as they were published in the console, or else as they came with the program. */
export async function findPageText(db: Db, key: PageTextKey): Promise<TextDocument> {
  return (await findPublished(db, key))?.content ?? pageDocuments[key]
}
