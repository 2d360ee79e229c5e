import { addDays, dateFormat, formatIsoDay, momentIn } from '#app/kit/dates.ts'
import { day } from '#app/kit/clock.ts'

export const subjects = ['technical', 'legal', 'orders', 'shipping', 'general'] as const
export type Subject = (typeof subjects)[number]

export const subjectWords: Record<Subject, string> = {
  technical: 'Technical question',
  legal: 'Legal and compliance',
  orders: 'Orders and reservations',
  shipping: 'Shipping and transfers',
  general: 'General inquiry',
}

type Sent = { firstName: string; lastName: string; email: string; subject: Subject }

export const senderName = ({ firstName, lastName }: Pick<Sent, 'firstName' | 'lastName'>) =>
  `${firstName} ${lastName}`.trim()

/** What a message says besides its text, for the mail to staff and for the inbox. */
export function messageFacts(sent: Sent): Record<string, string> {
  return { From: senderName(sent), Email: sent.email, About: subjectWords[sent.subject] }
}

export function isSubject(word: string | null | undefined): word is Subject {
  return (subjects as readonly (string | null | undefined)[]).includes(word)
}

/** One day's opening, in minutes after midnight; null while closed all day. */
type OpenSpan = { from: number; to: number } | null

/** When somebody answers: one span for each day from Sunday to Saturday, in one time zone. */
export type OpeningHours = {
  days: readonly OpenSpan[]
  zone: string
  zoneName: string
}

export type OpenState = { isOpen: boolean; changesAt: Date }

const dayNames = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']

/** Standard and daylight letters mean the place: who writes "8:00 AM CST" opens at eight on the clocks there in July too. */
const zonesByName: Record<string, string> = {
  ET: 'America/New_York',
  EST: 'America/New_York',
  EDT: 'America/New_York',
  CT: 'America/Chicago',
  CST: 'America/Chicago',
  CDT: 'America/Chicago',
  MT: 'America/Denver',
  MST: 'America/Denver',
  MDT: 'America/Denver',
  PT: 'America/Los_Angeles',
  PST: 'America/Los_Angeles',
  PDT: 'America/Los_Angeles',
}

const part =
  /^([a-z]{3})[a-z]*(?:\s*[-–]\s*([a-z]{3})[a-z]*)?\s+(?:closed|(\d{1,2})(?::(\d{2}))?\s*(AM|PM)\s*[-–]\s*(\d{1,2})(?::(\d{2}))?\s*(AM|PM)(?:\s+([A-Z]{2,3}))?)$/i

/** Days that are not named are closed. Undefined for anything it does not understand whole: a page rather says nothing about now. */
export function parseHours(stated: string, shopZone: string): OpeningHours | undefined {
  const days: OpenSpan[] = dayNames.map(() => null)
  let zoneName = ''
  for (const text of stated.split(',')) {
    const [, first = '', last = first, ...times] = part.exec(text.trim()) ?? []
    const [from, to] = [dayNames.indexOf(first.toLowerCase()), dayNames.indexOf(last.toLowerCase())]
    const span = spanOf(times)
    if (from < 0 || to < 0 || span === undefined) return undefined
    for (let step = 0; step <= (to - from + 7) % 7; step++) days[(from + step) % 7] = span
    zoneName = times[6]?.toUpperCase() ?? zoneName
  }
  const zone = zoneName === '' ? shopZone : zonesByName[zoneName]
  return zone === undefined ? undefined : { days, zone, zoneName }
}

export function openState({ days, zone }: OpeningHours, now: Date): OpenState | undefined {
  const today = formatIsoDay(now, zone)
  const weekday = new Date(`${today}T00:00:00Z`).getUTCDay()
  for (let away = 0; away <= 7; away++) {
    const span = days[(weekday + away) % 7]
    const [opens, closes] = span
      ? [span.from, span.to].map((minutes) => momentIn(zone, `${addDays(today, away)} ${clockOf(minutes)}`))
      : []
    if (!opens || !closes) continue
    if (now < opens) return { isOpen: false, changesAt: opens }
    if (now < closes) return { isOpen: true, changesAt: closes }
  }
  return undefined
}

function clockOf(minutes: number): string {
  return [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':')
}

/** Undefined for times that make no sense, null for a closed day. */
function spanOf(times: (string | undefined)[]): OpenSpan | undefined {
  const [hour, minute, half, toHour, toMinute, toHalf] = times
  if (hour === undefined) return null
  const from = minutesOf(hour, minute, half)
  const to = minutesOf(toHour, toMinute, toHalf)
  return Number.isNaN(from) || Number.isNaN(to) || to <= from ? undefined : { from, to }
}

function minutesOf(hour = '', minute = '0', half = ''): number {
  const [hours, minutes] = [Number(hour), Number(minute)]
  if (hours < 1 || hours > 12 || minutes > 59) return Number.NaN
  return ((hours % 12) + (half.toUpperCase() === 'PM' ? 12 : 0)) * 60 + minutes
}

export function openWords(
  { zone, zoneName }: OpeningHours,
  { isOpen, changesAt }: OpenState,
  now: Date,
): string {
  const time = dateFormat('en-US', { timeZone: zone, hour: 'numeric', minute: '2-digit' })
  // Some engines put a narrow space before AM; the page is written the same by all.
  const clock = `${time.format(changesAt).replaceAll(/\s/g, ' ')}${zoneName && ` ${zoneName}`}`
  return isOpen ? `Until ${clock}.` : `Opens ${dayWords(zone, changesAt, now)} at ${clock}.`
}

function dayWords(zone: string, moment: Date, now: Date): string {
  const daysAway = (Date.parse(formatIsoDay(moment, zone)) - Date.parse(formatIsoDay(now, zone))) / day
  if (daysAway === 0) return 'today'
  if (daysAway === 1) return 'tomorrow'
  return dateFormat('en-US', { timeZone: zone, weekday: 'long' }).format(moment)
}
