import { MailLink, MailText } from '#app/mail/blocks.tsx'

/** Where the class can be kept. The file itself comes with the mail. */
export type CalendarLinks = { google: string; outlook: string }

/** How to keep the class in a calendar. */
export function CalendarNote({ google, outlook }: CalendarLinks) {
  return (
    <MailText>
      The attached file puts it into your calendar. Or add it to{' '}
      <MailLink href={google}>Google Calendar</MailLink> or <MailLink href={outlook}>Outlook</MailLink>.
    </MailText>
  )
}

/** The same for readers of plain text. */
export function calendarText({ google, outlook }: CalendarLinks): string {
  return [
    'The attached file puts it into your calendar. Or add it here:',
    `Google Calendar: ${google}`,
    `Outlook: ${outlook}`,
  ].join('\n')
}
