import { Fragment } from 'react'
import { brand } from '#app/kit/brand.ts'
import { MailFacts, MailHeading, MailNote, MailText } from '#app/mail/blocks.tsx'
import type { MailContent } from '#app/mail/layout.tsx'
import { type AlertKind, alertKinds } from './kinds.ts'

type Props = { alerts: readonly { id: number; kind: AlertKind; subject: string; detail: string }[] }

const note = 'Open alerts are on Today in the console, where a resolved one is closed.'

export function alertMail({ alerts }: Props): MailContent {
  const [first, ...others] = alerts.map(({ kind, subject }) => `${alertKinds[kind].title}: ${subject}`)
  const heading = alerts.length === 1 ? 'Something needs attention' : `${alerts.length} alerts need attention`
  return {
    subject: others.length > 0 ? `Alert: ${first}, and ${others.length} more` : `Alert: ${first}`,
    preview: heading,
    why: `You’re getting this email because this is the staff address of the ${brand} shop.`,
    body: (
      <>
        <MailHeading>{heading}</MailHeading>
        {alerts.map(({ id, kind, subject, detail }) => (
          <Fragment key={id}>
            <MailFacts
              rows={[
                { label: alertKinds[kind].title, value: subject },
                { label: 'Number', value: String(id) },
              ]}
            />
            <MailText>{detail}</MailText>
            <MailText>{alertKinds[kind].text}</MailText>
          </Fragment>
        ))}
        <MailNote>{note}</MailNote>
      </>
    ),
    text: [
      heading,
      ...alerts.map(
        ({ id, kind, subject, detail }) =>
          `[${id}] ${alertKinds[kind].title}: ${subject}\n${detail}\n${alertKinds[kind].text}`,
      ),
      note,
    ].join('\n\n'),
  }
}
