import { formatHours, formatSessionDay, zoneWords } from '../words.ts'

/** What every mail about a seat says of its class. */
export type ClassDetails = {
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
export function formatClassTime({
  startsAt,
  endsAt,
  timeZone,
}: Omit<ClassDetails, 'orderId' | 'courseName'>) {
  const hours = formatHours({ startsAt, endsAt }, timeZone)
  return `${formatSessionDay(startsAt, timeZone)}, ${hours} ${zoneWords(startsAt, timeZone)}`
}

/** The facts of the class, as the rows of a mail's table. */
export function classFacts(details: ClassDetails): { label: string; value: string }[] {
  return [
    { label: 'Class', value: details.courseName },
    { label: 'When', value: formatClassTime(details) },
    { label: 'Where', value: details.location },
    { label: 'Order', value: details.orderId },
  ]
}

/** The same for readers of plain text. */
export function classText(details: ClassDetails): string {
  return classFacts(details)
    .map(({ label, value }) => `${label}: ${value}`)
    .join('\n')
}
