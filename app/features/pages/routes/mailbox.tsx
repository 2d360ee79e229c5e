import '#app/ui/styles/table.css'
import { siteTitle } from '#app/kit/brand.ts'
import { listMails } from '#app/mail/mailer.server.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { SectionHead } from '#app/ui/section.tsx'
import { requireMailbox } from '../access.server.ts'
import type { Route } from './+types/mailbox'

export async function loader(args: Route.LoaderArgs) {
  return { mails: await listMails(requireMailbox(args)) }
}

export function meta() {
  return [{ title: siteTitle('Mailbox') }]
}

export default function Mailbox({ loaderData: { mails } }: Route.ComponentProps) {
  return (
    <section className="section wrap">
      <SectionHead
        title="Mailbox"
        lead="This shop stores its mail here instead of sending it. Set SMTP_URL to send it."
        level={1}
      />
      {mails.length === 0 ? (
        <EmptyState title="No mail yet" text="Mails appear here as soon as the shop writes one." />
      ) : (
        <table className="data-table">
          <thead>
            <tr>
              <th scope="col">Sent</th>
              <th scope="col">To</th>
              <th scope="col">Subject</th>
            </tr>
          </thead>
          <tbody>
            {mails.map(({ id, at, to, subject, attachments = [] }) => (
              <tr key={id}>
                <td>
                  <time dateTime={at}>{at.slice(0, 16).replace('T', ' ')} UTC</time>
                </td>
                <td className="wrap-anywhere">{to}</td>
                <td className="wrap-anywhere">
                  <a className="link" href={`/mailbox/${id}`}>
                    {subject}
                  </a>
                  {attachments.map(({ name }, file) => (
                    <a
                      key={name}
                      className="link flex min-h-11 items-center"
                      href={`/mailbox/${id}/files/${file}`}
                      download={name}
                    >
                      {name}
                    </a>
                  ))}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
