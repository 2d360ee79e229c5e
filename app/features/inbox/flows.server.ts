import { actAs } from '#app/access/act.server.ts'
import { changeOf } from '#app/access/difference.ts'
import type { Db } from '#app/db/db.server.ts'
import type { AppContext } from '#app/db/work.server.ts'
import type { Catalog } from '#app/features/builds/rules.ts'
import {
  type BuildDecision,
  decideBuild,
  type NewDecision,
} from '#app/features/builds/store/decisions.server.ts'
import {
  assignMessage,
  findMessage,
  markAnswered,
  reopenMessage,
  replyToMessage,
} from '#app/features/contact/store.server.ts'
import { readPaper } from '#app/files/papers.server.ts'
import type { Shop } from '#app/http/context.server.ts'
import { refuse } from '#app/kit/refusal.ts'
import { deleteHoldings, inTurn, readHoldings } from './store/holdings.server.ts'

export type InboxDesk = { ctx: AppContext; by: string; actor: string }

/** A message in which a person may ask what we hold about them, or ask for its deletion. */
export async function requireAsked(db: Db, id: string) {
  const message = await findMessage(db, id)
  if (!message) return refuse('no_such_message')
  return message.subject === 'legal' ? { ok: true as const, message } : refuse('not_requested')
}

/** Everything held under the address of a message, for a file, with the documents themselves in Base64. Every export is audited. */
export function exportData({ ctx, actor }: InboxDesk & { ctx: Pick<Shop, 'files'> }, id: string) {
  return actAs(ctx, actor, { verb: 'data-export', subject: id, data: {} }, async ({ tx }) => {
    const asked = await requireAsked(tx, id)
    if (!asked.ok) return asked
    const held = await readHoldings(tx, asked.message.email)
    const documents = await inTurn(held.documents, async (document) => {
      const content = await readPaper(ctx, document.id)
      return { ...document, content: content ? Buffer.from(content).toString('base64') : null }
    })
    return { ok: true as const, data: { ...held, documents } }
  })
}

/** Deletes what we need not retain of the sender of a message. The audit log says how many of each. */
export function deleteData({ ctx, actor }: InboxDesk, id: string) {
  type Deleted = Awaited<ReturnType<typeof deleteHoldings>>
  const data = ({ deleted }: { deleted: Deleted }) => deleted
  return actAs(ctx, actor, { verb: 'data-delete', subject: id, data }, async (work) => {
    const asked = await requireAsked(work.tx, id)
    if (!asked.ok) return asked
    return { ok: true as const, deleted: await deleteHoldings(work, asked.message.email) }
  })
}

export function noteMessage({ ctx, actor, by }: InboxDesk, id: string, verb: 'answered' | 'reopen') {
  return actAs(ctx, actor, { verb: `message-${verb}`, subject: id, data: {} }, (work) =>
    verb === 'answered' ? markAnswered(work, id, by) : reopenMessage(work, id),
  )
}

/** Answers a message or a quote by email, which closes it. The answer is stored beside it; the log only says that there was one. */
export function answerMessage(
  { ctx, actor, by }: InboxDesk,
  id: string,
  reply: { text: string; formKey: string; seen: number },
) {
  const data = ({ isFirst }: { isFirst: boolean }) => (isFirst ? { characters: reply.text.length } : null)
  return actAs(ctx, actor, { verb: 'message-reply', subject: id, data }, async (work) => {
    const sent = await replyToMessage(work, id, { ...reply, by })
    if (sent.ok && sent.isFirst) await markAnswered(work, id, by)
    return sent
  })
}

export function takeMessage({ ctx, actor, by }: InboxDesk, id: string, verb: 'take' | 'give_back') {
  const to = verb === 'take' ? by : null
  const data = ({ before }: { before: string | null }) => changeOf({ assignedTo: before }, { assignedTo: to })
  return actAs(ctx, actor, { verb: 'message-assign', subject: id, data }, (work) =>
    assignMessage(work, id, to),
  )
}

export function decideOnBuild(
  { ctx, actor }: InboxDesk,
  decision: NewDecision,
  { catalog, today }: { catalog: Catalog; today: string },
) {
  const { submissionId, seen: _seen, by: _by, ...after } = decision
  const data = ({ before }: { before?: BuildDecision | undefined }) =>
    changeOf(before && decisionFields(before), after)
  return actAs(ctx, actor, { verb: `build-${decision.decision}`, subject: submissionId, data }, (work) =>
    decideBuild(work, catalog, decision, today),
  )
}

function decisionFields({
  decision,
  note,
  variant,
  includes,
  priceCents,
  leadWeeks,
  validUntil,
}: BuildDecision) {
  return { decision, note, variant, includes, priceCents, leadWeeks, validUntil }
}
