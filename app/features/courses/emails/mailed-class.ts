import { formatHours, formatSessionDay, zoneWords } from '../words.ts'

/** What every mail about a seat says of its class. */
export type MailedClass = {
  orderId: string
  courseName: string
  startsAt: Date
  endsAt: Date
  /** The zone of the place, as an IANA name. */
  timeZone: string
  location: string
}

/** Why these mails come: they are about a seat that somebody has, and no advertising. */
export const why = 'You get this mail because a seat in a PACo class was booked with this address.'

/** When it is, on one line: `Saturday 5 December, 9 AM to 5 PM EST`. */
export function whenLine({ startsAt, endsAt, timeZone }: Omit<MailedClass, 'orderId' | 'courseName'>) {
  const hours = formatHours({ startsAt, endsAt }, timeZone)
  return `${formatSessionDay(startsAt, timeZone)}, ${hours} ${zoneWords(startsAt, timeZone)}`
}

/** The facts of the class, as the rows of a mail's table. */
export function classFacts(about: MailedClass): { label: string; value: string }[] {
  return [
    { label: 'Class', value: about.courseName },
    { label: 'When', value: whenLine(about) },
    { label: 'Where', value: about.location },
    { label: 'Order', value: about.orderId },
  ]
}

/** The same for readers of plain text. */
export function classText(about: MailedClass): string {
  return classFacts(about)
    .map(({ label, value }) => `${label}: ${value}`)
    .join('\n')
}
