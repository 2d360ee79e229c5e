import { data } from 'react-router'
import { transact } from '#app/db/db.server.ts'
import { type Shop, shopContext } from '#app/http/context.server.ts'
import { gone, notFound, tooManyWords } from '#app/http/errors.ts'
import { requireOwnOrder } from '#app/features/orders/access.server.ts'
import { markDelivered } from '#app/features/orders/store/stage.server.ts'
import { findCited } from '../../pages/store.server.ts'
import { genericTemplate, stateTemplates } from '../data/state-templates.ts'
import { isPackFile, type PackFile } from '../rules.ts'
import type { Answers } from '../worksheet.ts'
import { lockOrder } from '#app/features/orders/store/buyer.server.ts'
import { packIdOf, countDownload, findPack, openPack, packNotFound } from '../packs.server.ts'
import type { Route } from './+types/file'

/** The first download of a bought pack ends the refund, so prefetches and HEAD requests get nothing and do not count. */
export async function loader(args: Route.LoaderArgs) {
  const { context, request, params } = args
  const shop = context.get(shopContext)
  const { order } = await requireOwnOrder(args)
  const { file } = params
  const pack = await openPack(shop, order)
  if (!pack) throw await packNotFound(shop.db, order.id)
  const line = order.lines.find(({ ref }) => packIdOf(ref) === pack.id)
  if ((!line && !pack.isFree) || !isPackFile(file))
    throw notFound('No such document', { link: back(order.id) })
  if (request.method === 'HEAD' || isPrefetch(request)) return new Response(null, { status: 204 })
  const limit = await shop.limits.take('document', order.id)
  if (!limit.ok)
    throw data({ title: 'Too many downloads', text: tooManyWords(limit.retryAfterSeconds) }, { status: 429 })

  const bytes = await write(shop, file, pack.answers)
  const isDelivered = await transact(shop, async (work) => {
    if (line) {
      if (!(await markDelivered(work, order.id, line.position)).ok) return false
    } else if (!(await lockOrder(work, order.id)) || !(await findPack(work.tx, order.id))) return false
    await countDownload(work, pack.id, file)
    return true
  })
  if (!isDelivered)
    throw gone('Nothing to download', {
      text: 'This pack is being refunded, so nothing can be downloaded.',
      link: back(order.id),
    })
  return new Response(bytes as Uint8Array<ArrayBuffer>, {
    headers: {
      'Content-Type': file.endsWith('.pdf') ? 'application/pdf' : wordType,
      'Content-Disposition': `attachment; filename="paco-${file}"`,
    },
  })
}

const wordType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

async function write(shop: Shop, file: PackFile, answers: Answers): Promise<Uint8Array> {
  // A process that writes no pack does without the library for Word.
  const documents = await import('../documents.server.ts')
  const { checklistSentences, engravingGuide, form4Walkthrough, guideSentences } = documents
  const { writeChecklist, writeFillable, writeGuide, writeWord } = documents
  const now = shop.now()
  const guide = async (of: typeof engravingGuide) =>
    writeGuide(of, await findCited(shop, guideSentences(of)), now)
  const own = stateTemplates.find(({ code }) => code === answers.state) ?? genericTemplate
  const writers: Record<PackFile, () => Promise<Uint8Array>> = {
    'trust.docx': () => writeWord(answers, own),
    'trust.pdf': () => writeFillable(answers, own, now),
    'engraving-guide.pdf': () => guide(engravingGuide),
    'form-4-walkthrough.pdf': () => guide(form4Walkthrough),
    'compliance-checklist.pdf': async () => writeChecklist(await findCited(shop, checklistSentences), now),
  }
  return writers[file]()
}

function isPrefetch({ headers }: Request): boolean {
  const purpose = `${headers.get('Sec-Purpose') ?? ''} ${headers.get('Purpose') ?? ''}`
  return purpose.includes('prefetch')
}

function back(orderId: string) {
  return { to: `/orders/${orderId}/trust`, label: 'Back to the pack' }
}
