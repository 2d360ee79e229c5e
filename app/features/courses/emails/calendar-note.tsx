import { MailLink, MailText } from '#app/mail/blocks.tsx'

export type CalendarLinks = { google: string; outlook: string }

export function CalendarNote({ google, outlook }: CalendarLinks) {
  return (
    <MailText>
      The attached file adds it to your calendar. You can also add it to{' '}
      <MailLink href={google}>Google Calendar</MailLink> or <MailLink href={outlook}>Outlook</MailLink>.
    </MailText>
  )
}

export function calendarText({ google, outlook }: CalendarLinks): string {
  return [
    'The attached file adds it to your calendar. You can also add it here:',
    `Google Calendar: ${google}`,
    `Outlook: ${outlook}`,
  ].join('\n')
}
