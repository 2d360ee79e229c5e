import { MailButton, MailFacts, MailHeading, MailNote, MailText } from '#app/mail/blocks.tsx'
import type { MailContent } from '#app/mail/layout.tsx'
import { formatSession } from '../words.ts'
import { type CalendarLinks, CalendarNote, calendarText } from './calendar-note.tsx'
import { classFacts, classText, type ClassDetails, why } from './class-details.ts'

type Props = ClassDetails & {
  from: { startsAt: Date; endsAt: Date; place: string }
  link: string
  calendar: CalendarLinks
}

const choices =
  'You can keep your seat on the new date, choose another date, or get your deposit back in full until the class begins. Please tell us on the page of your seat.'
const silence = 'If you don’t answer, your seat stays yours on the new date.'

export function movedMail(props: Props): MailContent {
  const { courseName, from, link, calendar, timeZone } = props
  const was = `It was planned for ${formatSession(from, timeZone)}, ${from.place}. We’re sorry for the change.`
  return {
    subject: `Moved: ${courseName}, now ${formatSession(props, timeZone)}`,
    preview: `${formatSession(props, timeZone)}. ${choices}`,
    why,
    body: (
      <>
        <MailHeading>Your class was moved</MailHeading>
        <MailText>{was}</MailText>
        <MailFacts rows={classFacts(props)} />
        <MailText>{choices}</MailText>
        <MailButton href={link}>Answer</MailButton>
        <CalendarNote {...calendar} />
        <MailNote>{silence}</MailNote>
      </>
    ),
    text: [
      'Your class was moved.',
      was,
      classText(props),
      choices,
      `Your private link:\n${link}`,
      calendarText(calendar),
      silence,
    ].join('\n\n'),
  }
}
