import { actAs, actOnce } from '#app/access/act.server.ts'
import { recordAudit } from '#app/access/audit.server.ts'
import { makeOnce } from '#app/access/make-once.server.ts'
import { changeOf } from '#app/access/difference.ts'
import { type AppContext, transact } from '#app/db/work.server.ts'
import type { Topic } from '#app/features/subscriptions/rules.ts'
import { removeFromLists } from '#app/features/subscriptions/store/lists.server.ts'
import {
  cancelWritten,
  changeDraft,
  discardDraft,
  findWritten,
  scheduleWritten,
  type Writing,
  writeDraft,
} from '#app/features/subscriptions/store/written.server.ts'
import { allowed, refuse } from '#app/kit/refusal.ts'

/** Who acts: as records name them, and as the audit log does. */
type ListsDesk = { ctx: AppContext; by: string; actor: string }

/** Takes somebody off one list or all. The log names them by their subscriber's id: it holds no address. */
export function takeOffLists(
  { ctx, actor }: ListsDesk,
  input: { subscriberId: string; topic?: Topic | undefined },
) {
  const act = {
    verb: 'subscription-remove',
    subject: input.subscriberId,
    data: { list: input.topic ?? 'all' },
  }
  return actAs(ctx, actor, act, (work) => removeFromLists(work, input))
}

/** Stores a new announcement as a draft, and says its id. `key` is that of its form: sent twice, it stores one. */
export async function writeAnnouncement(
  { ctx, actor, by }: ListsDesk,
  { key, ...writing }: Writing & { key: string },
): Promise<string> {
  const form = { key, typed: ['announcement', writing] }
  const { id } = await transact(ctx, (work) =>
    makeOnce(work, form, async () => {
      const draft = await writeDraft(work, writing, by)
      const data = changeOf(undefined, writing)
      await recordAudit(work, { actor, verb: 'announcement-write', subject: draft, data })
      return { ok: true, id: draft }
    }),
  )
  return id
}

/** Changes a draft. */
export function changeAnnouncement(
  { ctx, actor, by }: ListsDesk,
  { id, revision, ...writing }: Writing & { id: string; revision: number },
) {
  return transact(ctx, async (work) => {
    const changed = await changeDraft(work, { ...writing, id, revision, by })
    if (!changed.ok) return changed
    const data = changeOf(textOf(changed.before), writing)
    await recordAudit(work, { actor, verb: 'announcement-change', subject: id, data })
    return allowed
  })
}

/** Schedules a draft, or sends it at once. */
export function sendAnnouncement(
  { ctx, actor }: ListsDesk,
  input: { id: string; revision: number; sendAt: Date | 'now' },
) {
  const sendAt = input.sendAt === 'now' ? 'now' : input.sendAt.toISOString()
  const act = { verb: 'announcement-send', subject: input.id, data: { sendAt, revision: input.revision } }
  return actAs(ctx, actor, act, (work) => scheduleWritten(work, input))
}

/** Takes back what is scheduled. */
export function cancelAnnouncement({ ctx, actor }: ListsDesk, id: string) {
  return transact(ctx, async (work) => {
    const canceled = await cancelWritten(work, id)
    if (!canceled.ok) return canceled
    const data = changeOf({ sendAt: canceled.before.sendAt }, { sendAt: null })
    await recordAudit(work, { actor, verb: 'announcement-cancel', subject: id, data })
    return allowed
  })
}

/** Deletes a draft. */
export function discardAnnouncement({ ctx, actor }: ListsDesk, id: string) {
  return transact(ctx, async (work) => {
    const gone = await discardDraft(work, id)
    if (!gone.ok) return gone
    const data = changeOf(textOf(gone.before), undefined)
    await recordAudit(work, { actor, verb: 'announcement-discard', subject: id, data })
    return allowed
  })
}

/** Mails an announcement in its current state to the member who requests a test. `key` is that of the form. */
export function sendTest(
  { ctx, actor }: ListsDesk,
  { id, memberId, key }: { id: string; memberId: string; key: string },
) {
  const act = { verb: 'announcement-test', subject: id, data: {} }
  return actOnce(ctx, actor, act, { key, typed: ['announcement test', id] }, async (work) => {
    if (!(await findWritten(work.tx, id))) return refuse('not_found')
    const requestedAt = work.now.toISOString()
    await work.enqueue('mail-announcement-test', { announcement: id, memberId, requestedAt })
    return allowed
  })
}

function textOf({ topic, subject, body, button, path }: Writing): Writing {
  return { topic, subject, body, button, path }
}
