export type LinkedEvent = {
  title: string
  description: string
  location: string
  startsAt: Date
  endsAt: Date
  timeZone: string
}

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

/** The same for Outlook on the web. It does not decode `+`, so spaces are `%20`. */
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

/** `20261205T140000Z` */
export function compactUtc(moment: Date): string {
  return `${moment.toISOString().replaceAll(/[-:]/g, '').slice(0, 15)}Z`
}
