import { after, day } from '#app/kit/clock.ts'
import { z } from 'zod'
import { emailAddress } from '#app/kit/fields.ts'
import { oneLine } from '#app/kit/text.ts'

type KindFacts = {
  title: string
  hasId?: true
  isOrdered?: true
  hasName?: true
  /** The page that the list goes with: while its section is closed, nobody joins it. */
  page?: string
  what: string
  lead?: string
}

/** `hasId`: it carries an id, `drop:guerrilla-vol-1`. `isOrdered`: a waitlist, whose first person is offered something scarce. */
export const topicKinds = {
  newsletter: { title: 'Newsletter', what: 'the next drop' },
  tax: { title: 'Federal tax news', what: 'news of the tax' },
  drop: {
    title: 'Drop waitlist',
    hasId: true,
    hasName: true,
    what: 'the drop',
    lead: 'One email, within a minute of the launch.',
  },
  'returned-units': {
    title: 'Returned units',
    hasId: true,
    isOrdered: true,
    hasName: true,
    what: 'the drop',
    lead: 'Returned numbers are offered to the waitlist in the order people joined, and held for you for 24 hours.',
  },
  platform: {
    title: 'Upcoming platform',
    hasId: true,
    hasName: true,
    page: '/build',
    what: 'the platform',
    lead: 'We’ll email you once, when it can be built.',
  },
  'build-window': {
    title: 'Build window',
    hasId: true,
    isOrdered: true,
    hasName: true,
    page: '/small-batch',
    what: 'the build window',
    lead: 'We’ll email you when the next window opens, in sign-up order.',
  },
  builds: {
    title: 'Builds',
    page: '/build',
    what: 'news of builds',
  },
  'build-slots': {
    title: 'Build slots',
    isOrdered: true,
    hasName: true,
    page: '/build',
    what: 'a build slot',
    lead: 'We email everyone who waits when the next slots open, first come, first served.',
  },
  course: {
    title: 'Course waitlist',
    hasId: true,
    isOrdered: true,
    hasName: true,
    page: '/ccw-training',
    what: 'a seat',
    lead: 'When a seat opens, we hold it for the next person on the waitlist for 24 hours.',
  },
  'trust-pack': {
    title: 'Trust pack',
    hasName: true,
    page: '/trust',
    what: 'the trust pack',
  },
} as const satisfies Record<string, KindFacts>

export type TopicKind = keyof typeof topicKinds
type NamedKind = {
  [Kind in TopicKind]: (typeof topicKinds)[Kind] extends { hasId: true } ? Kind : never
}[TopicKind]

export type Topic = Exclude<TopicKind, NamedKind> | `${NamedKind}:${string}`

export function parseTopic(text: string): Topic | undefined {
  const [kind = '', id, ...rest] = text.split(':')
  if (!Object.hasOwn(topicKinds, kind) || rest.length) return undefined
  const topic = text as Topic
  const isComplete = factsOf(topic).hasId ? /^[a-z0-9-]{1,80}$/.test(id ?? '') : id === undefined
  return isComplete ? topic : undefined
}

export function topicParts(topic: Topic): { kind: TopicKind; id: string } {
  const [kind = 'newsletter', id = ''] = topic.split(':')
  return { kind: kind as TopicKind, id }
}

export function factsOf(topic: Topic): KindFacts {
  return topicKinds[topicParts(topic).kind]
}

export function titleOf({ topic, title }: { topic: Topic; title: string | null }): string {
  return title ?? factsOf(topic).title
}

export function isWaitlist(topic: Topic): boolean {
  return factsOf(topic).isOrdered ?? false
}

const confirmPeriodMs = 7 * day
/** Asking again sooner than this sends no second mail, in milliseconds: a double press, or an impatient one. */
const minRepeatMs = 60_000
export const batchSize = 50

/** The versions of the consent words, newest first. A change of words is a new version; pages with old ones may be open. */
export const consentVersions = ['2026-11.2'] as const
export type ConsentVersion = (typeof consentVersions)[number]

/** Stored with the subscription as it was shown. Old versions stay, because pages that show them may still be open. */
export const consentWords: Record<ConsentVersion, Record<TopicKind, string>> = {
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

export const fieldMessages = {
  missingName: 'Enter your full name',
  longName: 'Keep the name under 120 characters',
  missingEmail: 'Enter your email',
  wrongEmail: 'Enter an address with a domain, like name@example.com',
  longEmail: 'This address is too long',
  closedTopic: 'This list is closed right now, so you weren’t added to it.',
  unknownTopic: 'This list no longer exists. Reload the page and try again.',
}

type SubscriptionTimes = { confirmedAt: Date | null; unsubscribedAt: Date | null }

/** The state of a subscription: only a confirmed one is ever mailed. */
export type SubscriptionState = 'pending' | 'confirmed' | 'ended'

export function stateOf({ confirmedAt, unsubscribedAt }: SubscriptionTimes): SubscriptionState {
  if (unsubscribedAt) return 'ended'
  return confirmedAt ? 'confirmed' : 'pending'
}

export function confirmUntil(now: Date): Date {
  return after(now, confirmPeriodMs)
}

export function mayRequestAgain(requestedAt: Date, now: Date): boolean {
  return now.getTime() - requestedAt.getTime() >= minRepeatMs
}

const subscribePath = '/subscriptions'

export function listPath(topic: Topic): string {
  return `${subscribePath}?topic=${encodeURIComponent(topic)}`
}

/** The answer to a form. It is the same whether or not the address is on the list. */
export type SubscribeAnswer = {
  done: boolean
  fieldErrors: Record<string, string[] | undefined>
  given: Record<string, string | string[]>
}

export function leavePath(token: string): string {
  return `/subscriptions/unsubscribe?key=${encodeURIComponent(token)}`
}

/** A private link. The secret is in the query, which is never logged. */
export function linkTo(publicUrl: string, page: 'confirm' | 'unsubscribe', token: string): string {
  return `${publicUrl}/subscriptions/${page}?key=${token}`
}

/** Mail programs press their own button for their owner with one POST (RFC 2369, RFC 8058). A provider's signature (DKIM) must cover both. */
export function unsubscribeHeaders(url: string): Record<string, string> {
  return { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
}

export type WrittenState = 'draft' | 'sending' | 'sent'

type Sending = { startedAt: Date | null; doneAt: Date | null }

export function writtenStateOf({ startedAt, doneAt }: Sending): WrittenState {
  if (doneAt) return 'sent'
  return startedAt ? 'sending' : 'draft'
}

export function paragraphsOf(text: string): string[] {
  return text
    .replaceAll('\r\n', '\n')
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.replaceAll(/\s*\n\s*/g, ' ').trim())
    .filter((paragraph) => paragraph !== '')
}

/** Lists that staff write to by hand: those on which something scarce waits for the first in line are mailed by the shop alone. */
export function mayWriteTo(topic: Topic): boolean {
  return topicParts(topic).kind !== 'returned-units' && topicParts(topic).kind !== 'course'
}

const emailInput = emailAddress({
  missing: fieldMessages.missingEmail,
  wrong: fieldMessages.wrongEmail,
  long: fieldMessages.longEmail,
})

const topicInput = z.string(fieldMessages.unknownTopic).transform((text, context): Topic => {
  const topic = parseTopic(text)
  if (topic) return topic
  context.addIssue({ code: 'custom', message: fieldMessages.unknownTopic })
  return z.NEVER
})

export const subscribeInput = z.object({
  topic: topicInput,
  email: emailInput,
  name: z
    .string()
    .overwrite(oneLine)
    .min(1, fieldMessages.missingName)
    .max(120, fieldMessages.longName)
    .optional(),
  consent: z.enum(consentVersions).optional().default(consentVersions[0]),
})

export type SubscribeInput = z.infer<typeof subscribeInput>

export function listTitle(kind: TopicKind, name: string): string {
  if (kind === 'returned-units') return `${name}, returned units`
  if (kind === 'build-window') return `${name}, build window`
  return name
}

export const stateWords: Record<SubscriptionState, string> = {
  pending: 'Waiting for your confirmation',
  confirmed: 'On the list',
  ended: 'Stopped',
}

export function positionWords(position: number): string {
  return `You’re number ${position} in line.`
}
