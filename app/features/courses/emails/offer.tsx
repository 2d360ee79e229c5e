import { formatCents } from '#app/kit/money.ts'
import { MailButton, MailFacts, MailHeading, MailNote, MailText } from '#app/mail/blocks.tsx'
import type { MailContent } from '#app/mail/layout.tsx'
import { formatSession } from '../words.ts'
import { classFacts, classText, type ClassDetails } from './class-details.ts'

type Props = Omit<ClassDetails, 'orderId'> & {
  depositCents: number
  until: string
  link: string
  unsubscribeUrl: string
  postalLine: string
}

const why = 'You’re getting this email because you joined the waitlist for this class.'
const after =
  'If you don’t want it, you don’t have to do anything: it goes to the next person on the waitlist.'

export function offerMail(props: Props): MailContent {
  const { courseName, depositCents, until, link, unsubscribeUrl, postalLine } = props
  const facts = { ...props, orderId: '' }
  const held = `A seat opened up, and you’re next on the waitlist. We’re holding it for you until ${until}.`
  const deposit = `A ${formatCents(depositCents)} deposit books it.`
  return {
    subject: `A seat for you: ${courseName}, ${formatSession(props, props.timeZone)}`,
    preview: held,
    why,
    unsubscribeUrl,
    postalLine,
    body: (
      <>
        <MailHeading>A seat for you</MailHeading>
        <MailText>{held}</MailText>
        <MailFacts rows={classFacts(facts).filter(({ value }) => value)} />
        <MailText>{deposit}</MailText>
        <MailButton href={link}>Book this seat</MailButton>
        <MailNote>{after}</MailNote>
      </>
    ),
    text: [
      'A seat for you.',
      held,
      classText(facts).replace(/\nOrder: $/, ''),
      deposit,
      `Book this seat:\n${link}`,
      after,
    ].join('\n\n'),
  }
}
