import { day } from '#app/kit/clock.ts'
import { dateFormat, formatIsoDay } from '#app/kit/date-format.ts'

export const subjects = ['technical', 'legal', 'orders', 'shipping', 'general'] as const
export type Subject = (typeof subjects)[number]

export const messageKinds = ['message', 'quote'] as const
export type MessageKind = (typeof messageKinds)[number]

export const subjectWords: Record<Subject, string> = {
  technical: 'Technical question',
  legal: 'Legal and compliance',
  orders: 'Orders and reservations',
  shipping: 'Shipping and transfers',
  general: 'General inquiry',
}

export function isSubject(word: string | null | undefined): word is Subject {
  return (subjects as readonly (string | null | undefined)[]).includes(word)
}

/** One day's opening, in minutes after midnight; null while closed all day. */
type OpenSpan = { from: number; to: number } | null

/** When somebody answers: one span for each day from Sunday to Saturday, in one time zone. */
export type OpeningHours = {
  days: readonly OpenSpan[]
  /** The zone's name in the time-zone database. */
  zone: string
  zoneName: string
}

export type OpenState = { isOpen: boolean; changesAt: Date }

const dayNames = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']

/**
 * Zones by the letters people write. Standard and daylight letters mean the place here, not the offset: who writes
 * "8:00 AM CST" opens at eight on the clocks of that place in July too.
 */
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

/**
 * Reads hours as the shop states them: `Mon-Fri 8:00 AM-6:00 PM CST, Sat 10:00 AM-4:00 PM CST`. Days that are not named
 * are closed. Undefined for anything it does not understand whole, so that a page rather says nothing about now.
 */
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

/** Is it open at `now`, and until when does that hold? Undefined when it never opens. */
export function openState(hours: OpeningHours, now: Date): OpenState | undefined {
  const today = wallClock(hours.zone, now)
  for (let away = 0; away <= 7; away++) {
    const span = hours.days[(today.weekday + away) % 7]
    if (!span) continue
    const at = (minutes: number) => instantOf(hours.zone, today, away, minutes)
    if (now < at(span.from)) return { isOpen: false, changesAt: at(span.from) }
    if (now < at(span.to)) return { isOpen: true, changesAt: at(span.to) }
  }
  return undefined
}

/** What the clocks of a place show: the date, the weekday from Sunday, and the minutes after midnight. */
export type WallClock = { year: number; month: number; date: number; weekday: number; minutes: number }

export function wallClock(zone: string, moment: Date): WallClock {
  const parts = dateFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  }).formatToParts(moment)
  const read = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((one) => one.type === type)?.value)
  const [year, month, date] = [read('year'), read('month'), read('day')]
  const weekday = new Date(Date.UTC(year, month - 1, date)).getUTCDay()
  return { year, month, date, weekday, minutes: read('hour') * 60 + read('minute') }
}

/** The instant at which the clocks of a zone show a time, some days after a date: also across a change of the clocks. */
function instantOf(zone: string, { year, month, date }: WallClock, daysAfter: number, minutes: number): Date {
  const wanted = Date.UTC(year, month - 1, date + daysAfter, 0, minutes)
  const shown = (index: number) => {
    const clock = wallClock(zone, new Date(index))
    return Date.UTC(clock.year, clock.month - 1, clock.date, 0, clock.minutes)
  }
  // The zone's distance is first taken where it is about right, then where it is right.
  const near = wanted - (shown(wanted) - wanted)
  return new Date(near - (shown(near) - wanted))
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
