// Documents that staff request of a buyer, for tests.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { transact } from '#app/db/work.server.ts'
import { makeLink } from '#app/features/orders/store/links.server.ts'
import { documentJobs, lifeMails } from '#app/features/reservations/jobs.server.ts'
import { action, loader } from '#app/features/reservations/routes/documents.tsx'
import { loader as progressLoader } from '#app/features/reservations/routes/progress.tsx'
import { approveReview, requestDocument } from '#app/features/reservations/store/decide.server.ts'
import { listDocuments } from '#app/features/reservations/store/documents.server.ts'
import { listWorkItems } from '#app/features/today/store/items.server.ts'
import { publicCode } from '#app/kit/ids.ts'
import { shopZone } from './moment.ts'
import type { TestContext } from './db.ts'
import { scannedLicense } from './pdf.ts'
import { givenPhotoShop, picture } from './photos.ts'
import { givenReservation } from './world.ts'
import { ordersOnSale } from './shop.ts'
import { answerOf, visit } from './visit.ts'

export const pdf = await scannedLicense()
export const jpeg = new Uint8Array(await picture(900, 600).jpeg().toBuffer())
export const png = new Uint8Array(await picture(900, 600).png().toBuffer())

export type SentFile = {
  kind?: string
  content?: Uint8Array | string | null
  name?: string
  cookies?: string[]
}

/** A reservation of which staff request a permit and a photo ID, and a shop whose files lie in a folder of its own. */
export async function givenRequested(ctx: TestContext, folder: string) {
  const dataDir = join(folder, publicCode())
  const shop = givenPhotoShop(ctx, dataDir)
  const reserved = await givenReservation(ctx)
  await reserved.gates.review.close()
  const { orderId } = reserved
  const ask = (documents: ('permit' | 'photo_id' | 'trust')[] = ['permit', 'photo_id']) =>
    transact(ctx, (work) =>
      requestDocument(work, ordersOnSale, {
        orderId,
        note: 'Your Maryland permit.',
        by: 'sam',
        dueOn: '2026-12-01',
        today: '2026-11-20',
        documents,
      }),
    )
  await ask()
  const token = await transact(ctx, (work) => makeLink(work, orderId))
  const own = [`paco-order-${orderId}=${token}`]
  const at = { path: `/orders/${orderId}/documents`, params: { order: orderId } }
  const args = ({ kind = 'permit', content = pdf, name = 'permit.pdf', cookies = own }: SentFile) => {
    const body = new FormData()
    body.set('kind', kind)
    if (content !== null) body.set('file', new File([content as BlobPart], name))
    const seen = visit(shop, { ...at, cookies })
    return {
      ...seen,
      request: new Request(seen.url, { method: 'POST', body, headers: { Cookie: cookies.join('; ') } }),
    }
  }
  return {
    ...reserved,
    shop,
    ask,
    own,
    page: (cookies = own) => answerOf(() => loader(visit(shop, { ...at, cookies }))),
    todo: async () =>
      (await progressLoader(visit(shop, { ...at, cookies: own }))).todo.map(({ text, label }) => [
        text,
        label,
      ]),
    send: (sent: SentFile = {}) => answerOf(() => action(args(sent))),
    documents: () => listDocuments(ctx.db, orderId),
    stored: () => storedIn(dataDir),
    dataDir,
    approve: () =>
      transact(ctx, (work) => approveReview(work, ordersOnSale, { orderId, note: 'Seen', by: 'sam' })),
    runJobs: async () => {
      await ctx.handOn()
      for (const { job, payload } of ctx.queued.splice(0)) {
        const found = [...documentJobs, ...lifeMails].find(({ name }) => name === job)
        if (found) await found.run(shop, found.payload.parse(payload))
      }
    },
    work: async () =>
      (await listWorkItems({ db: ctx.db, now: ctx.now(), timeZone: shopZone }))
        .filter(({ group }) => group === 'decide')
        .map(({ key, kind, detail }) => [key.split(' ')[0], kind, detail]),
  }
}

/** Every file of the shop, whole or half-written. */
function storedIn(dataDir: string): string[] {
  try {
    return readdirSync(dataDir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
  } catch {
    return []
  }
}
