import type { ConsentVersion, SubscriptionState, TopicKind } from './rules.ts'

/** The words of the dialogs and forms. The quoted ones are the specification's. */
export const formWords = {
  namePlaceholder: 'Your full name',
  emailPlaceholder: 'you@example.com',
  pending: 'Joining...',
  notified: "You'll be notified!",
  failed: 'That did not go through. Please try again.',
  confirmFirst: 'Open the mail we have just sent and confirm your address.',
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
}

/** What a list is called where the thing it is about cannot be named. */
export const kindTitles: Record<TopicKind, string> = {
  newsletter: 'Newsletter',
  tax: 'Federal tax news',
  drop: 'Drop waitlist',
  'returned-units': 'Returned units',
  platform: 'Coming platform',
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

/** `You are number 3 in line.` */
export function positionWords(position: number): string {
  return `You are number ${position} in line.`
}

/** The words of this feature's own pages. */
export const pageWords = {
  hub: {
    title: 'Subscriptions',
    lead: 'Numbers go fast and windows close. Say what you want to hear of; we write when it happens, and not otherwise.',
    description:
      'Newsletter, drop waitlists and build windows of PACo. Confirmed by mail, stopped with one click.',
    newsletter: 'Stay in the Loop',
  },
  join: {
    title: 'Join the waitlist',
    lead: 'You confirm by mail, and you can leave the list with one click in any mail from us.',
    button: 'Join the Waitlist',
    /** Where there is nothing to wait for. */
    news: 'Subscribe',
  },
  windows: {
    title: 'Build windows',
    lead: 'A window takes a fixed number of builds and closes. Who joined first is written to first.',
    dialog: 'We write when the next window opens, in the order of joining.',
    lines: [
      { id: 'guerrilla', name: 'Guerrilla', text: 'Field finish, survey engraving.' },
      { id: 'outlaw', name: 'Outlaw', text: 'Engine-turned plate, copper fill.' },
      { id: 'cyber', name: 'Cyber', text: 'Scanned serial, cool gray finish.' },
    ],
  },
  confirm: {
    pending: {
      title: 'Confirm your address',
      text: 'One press, and you are on the list.',
      button: 'Confirm',
    },
    confirmed: { title: 'You are on the list', text: 'We write to you when it happens, and not before.' },
    ended: {
      title: 'You have left this list',
      text: 'Nothing more is mailed to you about it. You can join again at any time.',
    },
  },
  unsubscribe: {
    ask: {
      title: 'Leave this list?',
      text: 'It takes effect at once, and nothing more is asked of you.',
      button: 'Unsubscribe',
    },
    all: 'Leave every list',
    done: { title: 'You have left the list', text: 'Nothing more is mailed to you about it.' },
  },
  preferences: {
    title: 'Your subscriptions',
    none: 'You are on no list.',
    stop: 'Unsubscribe',
    stopAll: 'Leave every list',
  },
} as const
