import { recordAudit } from '#app/access/audit.server.ts'
import { listDealerUploads } from '#app/features/dealers/store/file.server.ts'
import { requireRight } from '#app/features/staff/access.server.ts'
import { actorOf, type StaffHandle } from '#app/features/staff/rules.ts'
import { readPaper } from '#app/files/papers.server.ts'
import { shopContext } from '#app/http/context.server.ts'
import { notFound } from '#app/http/errors.ts'
import { attachment } from '#app/http/responses.server.ts'
import type { Route } from './+types/copy'

export const handle: StaffHandle = { right: 'dealers.write' }

/** Every access is recorded. Still it is shown as a stranger's: pictures in a sandbox, PDFs as a download, nothing by its own type. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const member = requireRight(context, 'dealers.write')
  const uploads = await listDealerUploads(shop.db, params.key)
  const upload = uploads.find(({ file }) => file === params.file)
  const content = upload && (await readPaper(shop, upload.file))
  if (!upload || !content)
    throw notFound('No Such Copy', { text: 'There is no such file, or it was deleted.' })
  await shop.db.transaction((tx) =>
    recordAudit(
      { tx, now: shop.now() },
      { actor: actorOf(member), verb: 'license-copy', subject: params.key, data: { isRead: true } },
    ),
  )
  const isPdf = upload.type === 'application/pdf'
  const name = `license-${params.key}.${isPdf ? 'pdf' : 'jpg'}`
  const answer = attachment(content, { type: upload.type, name })
  if (!isPdf) answer.headers.set('Content-Disposition', `inline; filename="${name}"`)
  return answer
}
