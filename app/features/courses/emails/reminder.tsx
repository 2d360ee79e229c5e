import { formatCents } from '#app/kit/money.ts'
import { MailButton, MailFacts, MailHeading, MailNote, MailText } from '#app/mail/blocks.tsx'
import type { MailContent } from '#app/mail/layout.tsx'
import { type CalendarLinks, CalendarNote, calendarText } from './calendar-note.tsx'
import { formatSession } from '../words.ts'
import { classFacts, classText, type ClassDetails, why } from './class-details.ts'

type Props = ClassDetails & {
  kind: 'week' | 'day'
  balanceCents: number
  bring: readonly string[]
  refund: string
  link: string
  calendar: CalendarLinks
}

const headings = { week: 'Your class is next week', day: 'Your class is tomorrow' }

export function reminderMail(props: Props): MailContent {
  const { kind, courseName, bring, refund, link, calendar } = props
  const bringLine = bring.length > 0 ? `Bring: ${bring.join('; ')}.` : ''
  const balance = `${formatCents(props.balanceCents)} is due on the day, by cash or card.`
  return {
    subject: `${kind === 'week' ? 'In a week' : 'Tomorrow'}: ${courseName}, ${formatSession(props, props.timeZone)}`,
    preview: `${formatSession(props, props.timeZone)}. ${balance}`,
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
