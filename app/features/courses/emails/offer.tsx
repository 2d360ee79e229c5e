import { formatCents } from '#app/kit/money.ts'
import { MailButton, MailFacts, MailHeading, MailNote, MailText } from '#app/mail/blocks.tsx'
import type { MailContent } from '#app/mail/layout.tsx'
import { classFacts, classText, type ClassDetails, formatClassTime } from './class-details.ts'

type Props = Omit<ClassDetails, 'orderId'> & {
  depositCents: number
  /** Until when the seat is kept, in words. */
  until: string
  /** Opens the registration of this seat. */
  link: string
  unsubscribeUrl: string
  postalLine: string
}

const why = 'You get this mail because this address is on the waitlist of this class.'
const after = 'If you let it pass, it goes to the next in line, and you need do nothing.'

/** A seat came free, and it is this person's turn: it is kept for them until an instant. */
export function offerMail(props: Props): MailContent {
  const { courseName, depositCents, until, link, unsubscribeUrl, postalLine } = props
  const facts = { ...props, orderId: '' }
  const held = `A seat has come free, and you are next in line. It is kept for you until ${until}.`
  const deposit = `${formatCents(depositCents)} deposit books it.`
  return {
    subject: `A seat for you: ${courseName}, ${formatClassTime(props)}`,
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
