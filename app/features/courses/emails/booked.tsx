import { formatCents } from '#app/kit/money.ts'
import { MailButton, MailFacts, MailHeading, MailNote, MailText } from '#app/mail/blocks.tsx'
import type { MailContent } from '#app/mail/layout.tsx'
import { refundRule } from '../words.ts'
import { type CalendarAddresses, CalendarNote, calendarText } from './calendar-note.tsx'
import { classFacts, classText, type MailedClass, whenLine, why } from './mailed-class.ts'

type Props = MailedClass & {
  depositCents: number
  /** What is left to pay on the day. */
  balanceCents: number
  /** Until when the deposit comes back, or that it does not, as one sentence. */
  refund: string
  bring: readonly string[]
  /** The private link: with it, whoever reads this mail can change or cancel the seat. */
  link: string
  calendar: CalendarAddresses
  /** Another date was chosen for a seat that was booked before. */
  isMoved: boolean
}

const keep = 'Keep this mail: whoever has the link can change or cancel the seat.'

/** A seat is booked, or moved to another date: when and where, what to bring, and how to change or cancel it. */
export function bookedMail(props: Props): MailContent {
  const { courseName, isMoved, bring, refund, link, calendar } = props
  const heading = isMoved ? 'Your new date' : 'Your seat is booked'
  const money = `${formatCents(props.depositCents)} deposit paid. ${formatCents(props.balanceCents)} is due on the day, in cash or by card.`
  const bringLine = bring.length > 0 ? `Bring: ${bring.join('; ')}.` : ''
  return {
    subject: `${isMoved ? 'New date' : 'Booked'}: ${courseName}, ${whenLine(props)}`,
    preview: `${whenLine(props)}. The calendar file is attached.`,
    why,
    body: (
      <>
        <MailHeading>{heading}</MailHeading>
        <MailText>{money}</MailText>
        <MailFacts rows={classFacts(props)} />
        <CalendarNote {...calendar} />
        {bringLine && <MailText>{bringLine}</MailText>}
        <MailButton href={link}>Your seat</MailButton>
        <MailNote>{keep}</MailNote>
        <MailNote>{refund}</MailNote>
        <MailNote>{refundRule.noShow}</MailNote>
      </>
    ),
    text: [
      `${heading}.`,
      money,
      classText(props),
      calendarText(calendar),
      ...(bringLine ? [bringLine] : []),
      `Your private link:\n${link}\n${keep}`,
      refund,
      refundRule.noShow,
    ].join('\n\n'),
  }
}
