import { formatSession } from '../words.ts'
import { brand } from '#app/kit/brand.ts'
import { rowsText } from '#app/mail/rows-text.ts'

export type ClassDetails = {
  orderId: string
  courseName: string
  startsAt: Date
  endsAt: Date
  /** IANA name. */
  timeZone: string
  location: string
}

export const why = `You’re getting this email because a seat in a ${brand} class was booked with this address.`

export function classFacts(details: ClassDetails): { label: string; value: string }[] {
  return [
    { label: 'Class', value: details.courseName },
    { label: 'When', value: formatSession(details, details.timeZone) },
    { label: 'Where', value: details.location },
    { label: 'Order', value: details.orderId },
  ]
}

export function classText(details: ClassDetails): string {
  return rowsText(classFacts(details))
}
