import { readMail } from '#app/mail/mailer.server.ts'
import { requireMailbox } from '../access.server.ts'
import type { Route } from './+types/mailbox-mail'

export async function loader(args: Route.LoaderArgs) {
  const mail = await readMail(requireMailbox(args), args.params.mail)
  if (!mail) return new Response('Email not found.', { status: 404 })
  return new Response(mail.html, {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      // Mail markup uses inline styles only and may load nothing.
      'Content-Security-Policy':
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'",
    },
  })
}
