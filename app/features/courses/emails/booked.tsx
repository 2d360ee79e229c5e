import { formatCents } from '#app/kit/money.ts'
import { MailButton, MailFacts, MailHeading, MailNote, MailText } from '#app/mail/blocks.tsx'
import type { MailContent } from '#app/mail/layout.tsx'
import { formatSession, refundRule } from '../words.ts'
import { type CalendarLinks, CalendarNote, calendarText } from './calendar-note.tsx'
import { classFacts, classText, type ClassDetails, why } from './class-details.ts'

type Props = ClassDetails & {
  depositCents: number
  balanceCents: number
  refund: string
  bring: readonly string[]
  link: string
  calendar: CalendarLinks
  isMoved: boolean
}

const linkNote = 'Keep this email private: anyone with the link can change or cancel your seat.'

export function bookedMail(props: Props): MailContent {
  const { courseName, isMoved, bring, refund, link, calendar } = props
  const heading = isMoved ? 'Your new date' : 'Your seat is booked'
  const money = `${formatCents(props.depositCents)} deposit paid. ${formatCents(props.balanceCents)} is due on the day, by cash or card.`
  const bringLine = bring.length > 0 ? `Bring: ${bring.join('; ')}.` : ''
  return {
    subject: `${isMoved ? 'New date' : 'Booked'}: ${courseName}, ${formatSession(props, props.timeZone)}`,
    preview: `${formatSession(props, props.timeZone)}. The calendar file is attached.`,
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
