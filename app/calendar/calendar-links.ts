/** What a web calendar is told about an event. */
export type LinkedEvent = {
  title: string
  description: string
  location: string
  startsAt: Date
  endsAt: Date
  /** The zone of the place, as an IANA name. */
  timeZone: string
}

/** The address at which Google's calendar offers to keep an event. Whoever opens it leaves the shop. */
export function googleLink({
  title,
  description,
  location,
  startsAt,
  endsAt,
  timeZone,
}: LinkedEvent): string {
  return `https://calendar.google.com/calendar/render?${new URLSearchParams({
    action: 'TEMPLATE',
    text: title,
    dates: `${compactUtc(startsAt)}/${compactUtc(endsAt)}`,
    ctz: timeZone,
    details: description,
    location,
  })}`
}

/** The same for Outlook on the web. It reads a `+` as a plus, so that spaces have to be written out. */
export function outlookLink({ title, description, location, startsAt, endsAt }: LinkedEvent): string {
  const query = new URLSearchParams({
    path: '/calendar/action/compose',
    rru: 'addevent',
    subject: title,
    startdt: startsAt.toISOString(),
    enddt: endsAt.toISOString(),
    body: description,
    location,
  })
  return `https://outlook.live.com/calendar/0/deeplink/compose?${query.toString().replaceAll('+', '%20')}`
}

/** A moment as UTC without punctuation: `20261205T140000Z`. */
export function compactUtc(moment: Date): string {
  return `${moment.toISOString().replaceAll(/[-:]/g, '').slice(0, 15)}Z`
}
