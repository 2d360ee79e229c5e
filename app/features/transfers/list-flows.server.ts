import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { recordAudit } from '#app/access/audit.server.ts'
import { makeOnce } from '#app/access/make-once.server.ts'
import { type AppContext, transact, type UnitOfWork } from '#app/db/work.server.ts'
import {
  importList,
  findList,
  lockLists,
  storeList,
  updateList,
} from '#app/features/dealers/store/list.server.ts'
import { countOpenTransfers } from '#app/features/orders/store/order-list.server.ts'
import { noteStep } from '#app/features/setup/store.server.ts'
import { defineJob, type Job } from '#app/jobs/job.ts'
import { countOf } from '#app/kit/count.ts'
import { fingerprint } from '#app/kit/ids.ts'
import { type Refusal, refuse } from '#app/kit/refusal.ts'

const listJob = 'dealer-list'

type Source = { name: string; actor: string }

export async function uploadList(
  ctx: AppContext,
  { name, actor }: Source,
  { path, formKey }: { path: string; formKey: string },
): Promise<{ ok: true; id: string } | Refusal<'not_text'>> {
  const content = await readFile(path, 'utf8')
  if (content.includes('\0')) return refuse('not_text')
  const form = { key: formKey, typed: ['dealer list', fingerprint(content)] }
  return transact(ctx, (work) =>
    makeOnce(work, form, async () => {
      const id = await storeList(work, { name: name.slice(0, 120), content, uploadedBy: actor })
      await work.enqueue(listJob, { id })
      return { ok: true as const, id }
    }),
  )
}

export async function takeList(ctx: AppContext, id: string): Promise<void> {
  // Outside the transaction, so that whoever waits sees it.
  const progress = (done: number) => updateList(ctx.db, id, { done })
  await transact(ctx, async (work) => {
    await lockLists(work.tx)
    const list = await findList(work.tx, id)
    if (list?.state === 'reading') await takeOver(work, list, progress)
  })
}

export function importFile(
  ctx: AppContext,
  content: string,
  { name, actor }: Source,
  onProgress: (read: number) => void,
) {
  return transact(ctx, async (work) => {
    await lockLists(work.tx)
    const list = { name, content, uploadedBy: actor }
    return takeOver(work, { ...list, id: await storeList(work, list) }, onProgress)
  })
}

async function takeOver(
  work: UnitOfWork,
  { id, name, content, uploadedBy: actor }: { id: string; name: string; content: string; uploadedBy: string },
  onProgress: (read: number) => Promise<void> | void,
) {
  const open = await countOpenTransfers(work.tx)
  const taken = await importList(work, content, open, onProgress)
  if (!taken.ok) {
    await updateList(work.tx, id, { state: 'refused', why: taken.why, content: '' })
    return taken
  }
  const { ok: _, ...difference } = taken
  const { read, listed, added, changed, unlisted, bad } = difference
  const is = { state: 'taken', takenAt: work.now, done: read } as const
  await updateList(work.tx, id, { ...is, content: '', difference })
  const data = { listed, added, changed, unlisted, bad: bad.length }
  await recordAudit(work, { actor, verb: 'import-dealers', subject: name, data })
  const detail = `${countOf(listed, 'dealer is', 'dealers are')} listed.`
  await noteStep(work, 'dealers', { state: 'done', by: actor, detail })
  return taken
}

const dealerList = defineJob({
  name: listJob,
  payload: z.object({ id: z.uuid() }),
  concurrency: 1,
  limitSeconds: 300,
  run: (shop, { id }) => takeList(shop, id),
})

export const transferDeskJobs: readonly Job[] = [dealerList] as Job[]
