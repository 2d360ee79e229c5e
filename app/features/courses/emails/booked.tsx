import { formatCents } from '#app/kit/money.ts'
import { MailButton, MailFacts, MailHeading, MailNote, MailText } from '#app/mail/blocks.tsx'
import type { MailContent } from '#app/mail/layout.tsx'
import { refundRule } from '../words.ts'
import { type CalendarLinks, CalendarNote, calendarText } from './calendar-note.tsx'
import { classFacts, classText, type ClassDetails, formatClassTime, why } from './class-details.ts'

type Props = ClassDetails & {
  depositCents: number
  /** What is left to pay on the day. */
  balanceCents: number
  /** Until when the deposit comes back, or that it does not, as one sentence. */
  refund: string
  bring: readonly string[]
  /** The private link: with it, whoever reads this mail can change or cancel the seat. */
  link: string
  calendar: CalendarLinks
  /** Another date was chosen for a seat that was booked before. */
  isMoved: boolean
}

const linkNote = 'Keep this mail: whoever has the link can change or cancel the seat.'

/** A seat is booked, or moved to another date: when and where, what to bring, and how to change or cancel it. */
export function bookedMail(props: Props): MailContent {
  const { courseName, isMoved, bring, refund, link, calendar } = props
  const heading = isMoved ? 'Your new date' : 'Your seat is booked'
  const money = `${formatCents(props.depositCents)} deposit paid. ${formatCents(props.balanceCents)} is due on the day, in cash or by card.`
  const bringLine = bring.length > 0 ? `Bring: ${bring.join('; ')}.` : ''
  return {
    subject: `${isMoved ? 'New date' : 'Booked'}: ${courseName}, ${formatClassTime(props)}`,
    preview: `${formatClassTime(props)}. The calendar file is attached.`,
    why,
    body: (
      <>
        <MailHeading>{heading}</MailHeading>
        <MailText>{money}</MailText>
        <MailFacts rows={classFacts(props)} />
        <CalendarNote {...calendar} />
        {bringLine && <MailText>{bringLine}</MailText>}
        <MailButton href={link}>Your seat</MailButton>
        <MailNote>{linkNote}</MailNote>
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
      `Your private link:\n${link}\n${linkNote}`,
      refund,
      refundRule.noShow,
    ].join('\n\n'),
  }
}
