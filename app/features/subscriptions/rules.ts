import { after, day } from '#app/kit/clock.ts'
import { z } from 'zod'
import { emailAddress } from '#app/kit/email-address.ts'
import { oneLine } from '#app/kit/typed-text.ts'

/**
 * What people can subscribe to. A topic with `hasId` carries an id: `drop:guerrilla-vol-1`. With `isOrdered` it is a waitlist:
 * something scarce is offered to its first person. On the others everybody is notified at once.
 */
export const topicKinds = {
  newsletter: { hasId: false, isOrdered: false },
  tax: { hasId: false, isOrdered: false },
  drop: { hasId: true, isOrdered: false },
  'returned-units': { hasId: true, isOrdered: true },
  platform: { hasId: true, isOrdered: false },
  'build-window': { hasId: true, isOrdered: true },
  builds: { hasId: false, isOrdered: false },
  'build-slots': { hasId: false, isOrdered: true },
  course: { hasId: true, isOrdered: true },
  'trust-pack': { hasId: false, isOrdered: false },
} as const satisfies Record<string, { hasId: boolean; isOrdered: boolean }>

export type TopicKind = keyof typeof topicKinds
type NamedKind = {
  [Kind in TopicKind]: (typeof topicKinds)[Kind]['hasId'] extends true ? Kind : never
}[TopicKind]

/** What one subscription is about: a kind, with an id where the kind is named. */
export type Topic = Exclude<TopicKind, NamedKind> | `${NamedKind}:${string}`

/** Reads a topic as a form sends it. `undefined` for anything that is not one. */
export function parseTopic(text: string): Topic | undefined {
  const [kind = '', id, ...rest] = text.split(':')
  if (!isKind(kind) || rest.length) return undefined
  const isComplete = topicKinds[kind].hasId
    ? id !== undefined && /^[a-z0-9-]{1,80}$/.test(id)
    : id === undefined
  return isComplete ? (text as Topic) : undefined
}

/** The kind and the id of a topic; the id is empty where the kind has none. */
export function topicParts(topic: Topic): { kind: TopicKind; id: string } {
  const [kind = 'newsletter', id = ''] = topic.split(':')
  return { kind: kind as TopicKind, id }
}

const pages: Partial<Record<TopicKind, string>> = {
  platform: '/build',
  builds: '/build',
  'build-slots': '/build',
  'build-window': '/small-batch',
  course: '/ccw-training',
  'trust-pack': '/trust',
}

/** The page that a list goes with: while its section is closed, nobody joins the list. */
export function pageOfTopic(topic: Topic): string | undefined {
  return pages[topicParts(topic).kind]
}

/** Is this topic a waitlist, which has an order? */
export function isWaitlist(topic: Topic): boolean {
  return topicKinds[topicParts(topic).kind].isOrdered
}

/** Do its forms have a name field? A newsletter needs none; personal emails do. */
export function requiresName(topic: Topic): boolean {
  const { kind } = topicParts(topic)
  return kind !== 'newsletter' && kind !== 'tax' && kind !== 'builds'
}

/** How long a confirmation link works, in milliseconds. */
const confirmPeriodMs = 7 * day
/** Asking again sooner than this sends no second mail, in milliseconds: a double press, or an impatient one. */
const minRepeatMs = 60_000
/** How many mails of an announcement are sent before its progress is noted. */
export const batchSize = 50

/** The versions of the consent words, newest first. A change of words is a new version; pages with old ones may be open. */
export const consentVersions = ['2026-11.2', '2026-11'] as const
export type ConsentVersion = (typeof consentVersions)[number]

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

/** Until when a confirmation link made now works. */
export function confirmUntil(now: Date): Date {
  return after(now, confirmPeriodMs)
}

/** Does a repeated request get another mail? `requestedAt` is the time of the last one. */
export function mayRequestAgain(requestedAt: Date, now: Date): boolean {
  return now.getTime() - requestedAt.getTime() >= minRepeatMs
}

/** Where every form is sent. */
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

/** The pages that a private link in a mail opens. */
type LinkedPage = 'confirm' | 'unsubscribe' | 'preferences'

/** A private link. The secret is in the query, which is never logged. */
export function linkTo(publicUrl: string, page: LinkedPage, token: string): string {
  return `${publicUrl}/subscriptions/${page}?key=${token}`
}

/**
 * The headers by which mail programs offer their own unsubscribe button and press it for their owner with one POST
 * (RFC 2369, RFC 8058). A mail provider's signature (DKIM) must cover both.
 */
export function unsubscribeHeaders(url: string): Record<string, string> {
  return { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
}

function isKind(text: string): text is TopicKind {
  return Object.hasOwn(topicKinds, text)
}

/** Where an announcement that staff wrote is in its life. Only a draft can be changed. */
export type WrittenState = 'draft' | 'scheduled' | 'sending' | 'sent'

/** The facts that decide it. `startedAt` is when the first emails went, `doneAt` when the last did. */
type WrittenFacts = { sendAt: Date | null; startedAt: Date | null; doneAt: Date | null }

export function writtenStateOf({ sendAt, startedAt, doneAt }: WrittenFacts): WrittenState {
  if (doneAt) return 'sent'
  if (startedAt) return 'sending'
  return sendAt ? 'scheduled' : 'draft'
}

/** A text in paragraphs: they are parted by empty lines; the lines of one are joined. */
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

/** Waitlist, notify and newsletter forms. A form that asks for a name needs one; one that does not sends none. */
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
