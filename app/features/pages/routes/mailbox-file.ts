import { readAttachment } from '#app/mail/mailer.server.ts'
import { requireMailbox } from '../access.server.ts'
import type { Route } from './+types/mailbox-file'

export async function loader(args: Route.LoaderArgs) {
  const file = await readAttachment(requireMailbox(args), args.params.mail, Number(args.params.file))
  if (!file) return new Response('File not found.', { status: 404 })
  return new Response(file.content, {
    headers: {
      'Content-Type': file.type,
      'Content-Disposition': `attachment; filename="${file.name.replaceAll(/[^\w.-]/g, '_')}"`,
    },
  })
}
