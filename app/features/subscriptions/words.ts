import { brand } from '#app/kit/brand.ts'
import type { ConsentVersion, SubscriptionState, TopicKind } from './rules.ts'

/** The words of the forms. The quoted ones are the specification's. */
export const formWords = {
  namePlaceholder: 'Your full name',
  emailPlaceholder: 'you@example.com',
  pending: 'Joining...',
  notified: "You'll be notified!",
  inPlace: { label: 'Email', button: 'Subscribe' },
  bar: { label: 'Email address for build news', button: 'Get notified' },
  confirmFirst: 'Open the email we just sent and confirm your address.',
}

/** The messages in the corner after a waitlist or notify dialog. */
export const toastWords = {
  joined: {
    title: 'Added to waitlist!',
    description: `You'll be notified when the drop becomes available. ${formWords.confirmFirst}`,
  },
  failed: {
    title: 'Error',
    description: 'Failed to join waitlist. Please try again.',
    kind: 'destructive',
  },
} as const

/**
 * What somebody agrees to by sending a form, by version and kind of topic. Stored with the subscription as it was shown.
 * Old versions stay, because pages that show them may still be open.
 */
export const consentWords: Record<ConsentVersion, Record<TopicKind, string>> = {
  '2026-11': {
    newsletter:
      'One mail when a drop opens, now and then news of the shop. Every mail has an unsubscribe link.',
    tax: 'Mails about the federal tax on these items when it changes. Every mail has an unsubscribe link.',
    drop: 'One mail when this drop opens. Every mail has an unsubscribe link.',
    'returned-units':
      'A mail when a unit of this drop comes back and you are next in line. Every mail has an unsubscribe link.',
    platform: 'A mail when this platform can be built. Every mail has an unsubscribe link.',
    'build-window':
      'A mail when a window of this line opens, in the order of joining. Every mail has an unsubscribe link.',
    builds:
      'Mails about builds: the federal tax on them, new platforms, free slots. Every mail has an unsubscribe link.',
    'build-slots':
      'A mail when a build slot is free, in the order of joining. Every mail has an unsubscribe link.',
    course: 'A mail when a seat is free and you are next in line. Every mail has an unsubscribe link.',
    'trust-pack': 'One mail when the trust pack is on sale. Every mail has an unsubscribe link.',
  },
  '2026-11.2': {
    newsletter: 'An email when a drop opens, plus occasional shop news. Unsubscribe anytime.',
    tax: 'Emails when the federal tax on these items changes. Unsubscribe anytime.',
    drop: 'One email when this drop opens. Unsubscribe anytime.',
    'returned-units':
      'An email when a unit of this drop is returned and you’re next in line. Unsubscribe anytime.',
    platform: 'An email when this platform is available. Unsubscribe anytime.',
    'build-window':
      'An email when a build window of this release opens, in sign-up order. Unsubscribe anytime.',
    builds: 'Emails about builds: federal tax, new platforms, open slots. Unsubscribe anytime.',
    'build-slots': 'An email when a build slot opens, in sign-up order. Unsubscribe anytime.',
    course: 'An email when a seat opens and you’re next in line. Unsubscribe anytime.',
    'trust-pack': 'One email when the trust pack is on sale. Unsubscribe anytime.',
  },
}

/** What a list is called where the thing it is about cannot be named. */
export const kindTitles: Record<TopicKind, string> = {
  newsletter: 'Newsletter',
  tax: 'Federal tax news',
  drop: 'Drop waitlist',
  'returned-units': 'Returned units',
  platform: 'Upcoming platform',
  'build-window': 'Build window',
  builds: 'Builds',
  'build-slots': 'Build slots',
  course: 'Course waitlist',
  'trust-pack': 'Trust pack',
}

/** A list with the thing it is about: `Guerrilla Vol. 1, returned units`. */
export function listTitle(kind: TopicKind, name: string): string {
  if (kind === 'returned-units') return `${name}, returned units`
  if (kind === 'build-window') return `${name}, build window`
  return name
}

/** What is said of each state on the page of somebody's subscriptions. */
export const stateWords: Record<SubscriptionState, string> = {
  pending: 'Waiting for your confirmation',
  confirmed: 'On the list',
  ended: 'Stopped',
}

/** `You’re number 3 in line.` */
export function positionWords(position: number): string {
  return `You’re number ${position} in line.`
}

/** What somebody waits for, on the pages of lists whose form does not say all of it. */
export const joinLeads: Partial<Record<TopicKind, string>> = {
  drop: 'One email, within a minute of the launch.',
  'returned-units':
    'Returned numbers are offered to the waitlist in the order people joined, and held for you for 24 hours.',
  platform: 'We’ll email you once, when it can be built.',
  'build-window': 'We’ll email you when the next window opens, in sign-up order.',
  'build-slots': 'We email everyone who waits when the next slots open, first come, first served.',
  course: 'When a seat opens, we hold it for the next person on the waitlist for 24 hours.',
}

export const pageWords = {
  hub: {
    title: 'Subscriptions',
    lead: 'Numbers go fast and windows close. Pick what you want to hear about, and we’ll email you only when it happens.',
    description: `Newsletter, drop waitlists and build windows of ${brand}. Confirm by email, unsubscribe with one click.`,
    newsletter: 'Stay in the Loop',
  },
  join: {
    lead: 'Confirm by email. Every email from us has a one-click unsubscribe link.',
    button: 'Join the Waitlist',
    /** Where there is nothing to wait for. */
    news: 'Subscribe',
  },
  instead: {
    'returned-units': { text: '', label: 'See which numbers are open now' },
    'build-slots': {
      text: 'A slot holds the place of your build in our schedule. Submit a build, and the next page reserves its slot.',
      label: 'Start a build',
    },
  },
  windows: {
    title: 'Build windows',
    lead: 'A window takes a fixed number of builds and then closes. First to join, first to hear.',
    lines: [
      { id: 'guerrilla', name: 'Guerrilla', text: 'Field finish, survey engraving.' },
      { id: 'outlaw', name: 'Outlaw', text: 'Engine-turned plate, copper fill.' },
      { id: 'cyber', name: 'Cyber', text: 'Scanned serial, cool gray finish.' },
    ],
  },
  confirm: {
    pending: {
      title: 'Confirm your address',
      text: 'One click and you’re on the list.',
      button: 'Confirm',
    },
    confirmed: { title: 'You’re on the list', text: 'We’ll email you when it happens.' },
    ended: {
      title: 'You’ve left this list',
      text: 'You won’t get any more emails about it. You can join again anytime.',
    },
  },
  unsubscribe: {
    ask: {
      title: 'Leave this list?',
      text: 'It takes effect right away.',
      button: 'Unsubscribe',
    },
    all: 'Unsubscribe from all',
    done: { title: 'You’ve left the list', text: 'You won’t get any more emails about it.' },
  },
  preferences: {
    title: 'Your subscriptions',
    none: 'You’re not on any list.',
    stop: 'Unsubscribe',
    stopAll: 'Unsubscribe from all',
  },
} as const
