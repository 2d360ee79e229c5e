import { formatCents } from '#app/kit/money.ts'
import { MailButton, MailFacts, MailHeading, MailNote, MailText } from '#app/mail/blocks.tsx'
import type { MailContent } from '#app/mail/layout.tsx'
import { type CalendarLinks, CalendarNote, calendarText } from './calendar-note.tsx'
import { classFacts, classText, type ClassDetails, formatClassTime, why } from './class-details.ts'

type Props = ClassDetails & {
  /** Which of the two reminders it is. */
  kind: 'week' | 'day'
  balanceCents: number
  bring: readonly string[]
  /** What is still possible: until when the deposit goes back, or that this is over. */
  refund: string
  link: string
  calendar: CalendarLinks
}

const headings = { week: 'Your class is a week away', day: 'Your class is tomorrow' }

/** The class is near: when and where it is, what to bring, and what is left to pay. */
export function reminderMail(props: Props): MailContent {
  const { kind, courseName, bring, refund, link, calendar } = props
  const bringLine = bring.length > 0 ? `Bring: ${bring.join('; ')}.` : ''
  const balance = `${formatCents(props.balanceCents)} is due on the day, in cash or by card.`
  return {
    subject: `${kind === 'week' ? 'In a week' : 'Tomorrow'}: ${courseName}, ${formatClassTime(props)}`,
    preview: `${formatClassTime(props)}. ${balance}`,
    why,
    body: (
      <>
        <MailHeading>{headings[kind]}</MailHeading>
        <MailFacts rows={classFacts(props)} />
        {bringLine && <MailText>{bringLine}</MailText>}
        <MailText>{balance}</MailText>
        <CalendarNote {...calendar} />
        <MailButton href={link}>Your seat</MailButton>
        <MailNote>{refund}</MailNote>
      </>
    ),
    text: [
      `${headings[kind]}.`,
      classText(props),
      ...(bringLine ? [bringLine] : []),
      balance,
      calendarText(calendar),
      `Your private link:\n${link}`,
      refund,
    ].join('\n\n'),
  }
}
