import { readFile } from 'node:fs/promises'
import { recordAudit } from '#app/access/audit.server.ts'
import { makeOnce } from '#app/access/make-once.server.ts'
import { type AppContext, transact, type UnitOfWork } from '#app/db/work.server.ts'
import type { ListRefusal } from '#app/features/dealers/rules/list-states.ts'
import { compareImport, importList } from '#app/features/dealers/store/import.server.ts'
import {
  countTaken,
  findList,
  lockLists,
  storeList,
  updateList,
} from '#app/features/dealers/store/lists.server.ts'
import { countOpenTransfers } from '#app/features/orders/store/order-list.server.ts'
import { noteStep } from '#app/features/setup/store.server.ts'
import { countOf } from '#app/kit/count.ts'
import { fingerprint } from '#app/kit/ids.ts'
import { allowed, type Refusal, refuse } from '#app/kit/refusal.ts'

export const listJob = 'dealer-list'

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

export function requestTake(
  ctx: AppContext,
  id: string,
  actor: string,
): Promise<{ ok: true } | Refusal<'list_gone'>> {
  return transact(ctx, async (work) => {
    await lockLists(work.tx)
    const list = await findList(work.tx, id)
    if (list?.state !== 'read') return refuse('list_gone')
    await updateList(work.tx, id, { state: 'taking', takenBy: actor, done: 0 })
    await work.enqueue(listJob, { id })
    return allowed
  })
}

export function compareAgain(ctx: AppContext, id: string): Promise<{ ok: true } | Refusal<'list_gone'>> {
  return transact(ctx, async (work) => {
    await lockLists(work.tx)
    const list = await findList(work.tx, id)
    if (list?.state !== 'outdated') return refuse('list_gone')
    await updateList(work.tx, id, { state: 'reading', done: 0 })
    await work.enqueue(listJob, { id })
    return allowed
  })
}

/**
 * Compares a list that was uploaded, or takes over one whose difference staff have seen: all of it or nothing. Nothing is taken where
 * another list was taken since the comparison. Safe to repeat.
 */
export async function workOnList(ctx: AppContext, id: string): Promise<void> {
  // Outside the transaction, so that whoever waits sees it.
  const progress = (done: number) => updateList(ctx.db, id, { done })
  await transact(ctx, async (work) => {
    await lockLists(work.tx)
    const list = await findList(work.tx, id)
    const takenBefore = await countTaken(work.tx)
    if (list?.state === 'reading') {
      const open = await countOpenTransfers(work.tx)
      const compared = await compareImport(work, list.content, open, progress)
      if (!compared.ok) return refuseList(work, id, compared.why)
      const { ok: _, ...difference } = compared
      return updateList(work.tx, id, { state: 'read', takenBefore, difference })
    }
    if (list?.state !== 'taking') return undefined
    if (list.takenBefore !== takenBefore) return updateList(work.tx, id, { state: 'outdated' })
    const actor = list.takenBy ?? list.uploadedBy
    const taken = await takeList(work, list.content, { name: list.name, actor }, progress)
    if (!taken.ok) return refuseList(work, id, taken.why)
    return updateList(work.tx, id, { state: 'taken', takenAt: work.now, content: '', done: taken.read })
  })
}

export async function importFile(
  ctx: AppContext,
  content: string,
  { name, actor }: Source,
  onProgress: (read: number) => void,
) {
  return transact(ctx, async (work) => {
    await lockLists(work.tx)
    const taken = await takeList(work, content, { name, actor }, onProgress)
    if (!taken.ok) return taken
    const record = {
      name,
      content: '',
      uploadedBy: actor,
      takenBy: actor,
      takenAt: work.now,
      done: taken.read,
    }
    await storeList(work, { ...record, state: 'taken' })
    return taken
  })
}

async function takeList(
  work: UnitOfWork,
  content: string,
  { name, actor }: Source,
  onProgress: (read: number) => Promise<void> | void,
) {
  const taken = await importList(work, content, onProgress)
  if (!taken.ok) return taken
  const { listed, added, changed, unlisted, bad } = taken
  const data = { listed, added, changed, unlisted, bad: bad.length }
  await recordAudit(work, { actor, verb: 'import-dealers', subject: name, data })
  const detail = `${countOf(listed, 'dealer is', 'dealers are')} listed.`
  await noteStep(work, 'dealers', { state: 'done', by: actor, detail })
  return taken
}

function refuseList({ tx }: UnitOfWork, id: string, why: ListRefusal) {
  return updateList(tx, id, { state: 'refused', why, content: '' })
}
