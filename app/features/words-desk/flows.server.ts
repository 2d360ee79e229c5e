import { actAs } from '#app/access/act.server.ts'
import type { AppContext } from '#app/db/work.server.ts'
import { listAllClaims } from '#app/features/claims/store.server.ts'
import { findAcceptedVersions } from '#app/features/orders/store/accepted-versions.server.ts'
import { formatText, type TextDocument, type TextKey } from '#app/features/texts/rules.ts'
import {
  dropDraft,
  findPublished,
  findTextVersion,
  publishDraft,
  saveDraft,
} from '#app/features/texts/store.server.ts'
import { formatIsoDay } from '#app/kit/date-format.ts'
import { fingerprint } from '#app/kit/ids.ts'
import { refuse } from '#app/kit/refusal.ts'
import { programText, programVersions, tokensOf } from './rules.ts'

/** Who writes, and in which zone a version's day begins. */
export type WordsContext = { ctx: AppContext; actor: string; timeZone: string }

/** A text is long: the audit log holds its fingerprint, and the versions hold its words. */
const printOf = (document: TextDocument) => fingerprint(formatText(document))

/** The text in force: the latest published one, or the program's. */
export async function findInForce(db: AppContext['db'], key: TextKey) {
  const published = await findPublished(db, key)
  const [first] = programVersions(key)
  return published
    ? { version: published.version, content: published.content }
    : { version: first?.version ?? '', content: programText(key) }
}

/** The tokens that the page of a text fills in, with the claims that the shop has today. */
export async function listTokens(db: AppContext['db'], key: TextKey): Promise<string[]> {
  return tokensOf(key, [...new Set((await listAllClaims(db)).map((claim) => claim.key))])
}

/** Saves a draft over the revision that was seen. */
export async function writeDraft(
  { ctx, actor }: WordsContext,
  key: TextKey,
  content: TextDocument,
  seen: number,
) {
  const inForce = await findInForce(ctx.db, key)
  const data = { before: printOf(inForce.content), after: printOf(content) }
  return actAs(ctx, actor, { verb: 'text-draft', subject: key, data }, (work) =>
    saveDraft(work, key, { content, basedOn: inForce.version, by: actor, seen }),
  )
}

/** Publishes the draft as the next version. It is in force for orders that are made from now on. */
export async function publishText({ ctx, actor, timeZone }: WordsContext, key: TextKey, seen: number) {
  const inForce = await findInForce(ctx.db, key)
  const act = {
    verb: 'text-publish',
    subject: key,
    data: { before: inForce.version } as Record<string, string>,
  }
  const published = await actAs(ctx, actor, act, async (work) => {
    const done = await publishDraft(work, key, {
      by: actor,
      seen,
      today: formatIsoDay(work.now, timeZone),
      programVersions: programVersions(key).map(({ version }) => version),
    })
    if (done.ok) act.data.after = done.version
    return done
  })
  findAcceptedVersions.forget(ctx.db)
  return published
}

/** Throws a draft away. */
export function throwDraftAway({ ctx, actor }: WordsContext, key: TextKey, seen: number) {
  const act = { verb: 'text-draft-removal', subject: key, data: {} as Record<string, string> }
  return actAs(ctx, actor, act, async (work) => {
    const gone = await dropDraft(work, key, seen)
    if (gone.ok) act.data.before = printOf(gone.content)
    return gone
  })
}

/** Begins a draft with an older version's words, over the revision of the draft that was seen. Publishing it restores them. */
export async function restoreVersion(
  { ctx, actor }: WordsContext,
  key: TextKey,
  version: string,
  seen: number,
) {
  const old = await findTextVersion(ctx.db, key, version)
  const isProgram = programVersions(key)[0]?.version === version
  const content = old?.content ?? (isProgram ? programText(key) : undefined)
  if (!content) return refuse('no_such_version')
  return actAs(ctx, actor, { verb: 'text-restore', subject: key, data: { version } }, (work) =>
    saveDraft(work, key, { content, basedOn: version, by: actor, seen }),
  )
}
