import { shopContext } from '#app/http/context.server.ts'
import { readAttachment } from '#app/mail/mailbox.server.ts'
import type { Route } from './+types/mailbox-file'

/** One file that came with a mail of the local mailbox, to be kept or opened. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { mailboxFolder } = context.get(shopContext)
  const file = mailboxFolder && (await readAttachment(mailboxFolder, params.mail, Number(params.file)))
  if (!file) return new Response('There is no such file.', { status: 404 })
  return new Response(file.content, {
    headers: {
      'Content-Type': file.type,
      'Content-Disposition': `attachment; filename="${file.name.replaceAll(/[^\w.-]/g, '_')}"`,
      'Cache-Control': 'private, no-store',
    },
  })
}
