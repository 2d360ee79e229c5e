import { after, day, minute } from '#app/kit/clock.ts'
import { refundPolicyVersions, termsVersions } from '#app/features/orders/rules/policy-versions.ts'

/** What a person may ask of the shop about their own data. */
export const requestKinds = ['access', 'correct', 'delete'] as const
/** The kinds of data requests. */
export type RequestKind = (typeof requestKinds)[number]

/** What is said beside a field, the same by the browser and by the server. */
export const fieldMessages = {
  kind: 'Choose what you ask for',
  email: 'Enter the email that you used here',
  wrongEmail: 'Enter an address with a domain, like name@example.com',
  longEmail: 'This address is too long',
  details: 'Say what is wrong and what is right',
  longDetails: 'Keep this under 2,000 characters',
  order: 'An order code has ten letters and digits. Leave it empty if you have none.',
} as const

/**
 * How long the shop has to answer, counted from the day of asking. State privacy laws of the United States give 45 days;
 * one clock serves all of them.
 */
const answerWithinMs = 45 * day
/** How long the link works that proves whose address it is. */
export const confirmForMs = 7 * day
/** How long an unconfirmed request is stored. */
export const keepUnconfirmedMs = 14 * day
/** Asking for the same again sooner than this is a double press and sends no second mail. */
export const askAgainMs = minute

/** When the answer to a request made now is due. */
export function dueOf(requestedAt: Date): Date {
  return after(requestedAt, answerWithinMs)
}

/** Does the link of a request still confirm it? A confirmed request stays confirmed, whenever its link is opened. */
export function isLinkOpen(
  { requestedAt, confirmedAt }: { requestedAt: Date; confirmedAt: Date | null },
  now: Date,
) {
  return confirmedAt !== null || now.getTime() - requestedAt.getTime() < confirmForMs
}

/** The private page of a request. The secret is in the query, which is never logged. */
export function requestLink(publicUrl: string, requestId: string, token: string): string {
  return `${publicUrl}/privacy/requests/${requestId}?key=${token}`
}

/** Where the form is sent. */
export const requestPath = '/privacy'
/** What the form's proof of work is bound to, beside the address in it. */
export const requestProof = 'data-request'

/** The policies by name. */
export type PolicyName = 'privacy' | 'terms' | 'refunds' | 'accessibility'

/** A version of a policy, and the calendar date on which it came into force. */
export type PolicyVersion = { version: string; since: string }

/** The versions of every policy, newest first. Those of terms and refunds are stored on orders. */
export const policyVersions: Record<PolicyName, readonly PolicyVersion[]> = {
  terms: termsVersions,
  refunds: refundPolicyVersions,
  privacy: [
    { version: '2026-11.3', since: '2026-11-23' },
    { version: '2026-11.2', since: '2026-11-23' },
    { version: '2026-11', since: '2026-11-20' },
  ],
  accessibility: [
    { version: '2026-11.2', since: '2026-11-23' },
    { version: '2026-11', since: '2026-11-20' },
  ],
}

/** One part of a policy. Sentences may name facts, as `{deposit}`. */
export type PolicySection = {
  /** The anchor. */
  id: string
  title: string
  text: readonly string[]
  points?: readonly string[]
  table?: { head: readonly string[]; rows: readonly (readonly string[])[] }
  links?: readonly { label: string; to: string }[]
}

/** A policy as it is written. */
export type Policy = {
  name: PolicyName
  title: string
  lead: string
  description: string
  /** The four figures at its top. */
  short: readonly { term: string; value: string; note: string }[]
  sections: readonly PolicySection[]
  /** All versions, newest first, where the page knows of more than came with the program. */
  versions?: readonly PolicyVersion[]
}

/** Facts that the operator may change: figures of the claims in force, and what the settings load from other companies. */
export const policyFactNames = [
  'age',
  'deposit',
  'email',
  'postal',
  'hours',
  'cardForm',
  'calendar',
  'outsiders',
  'outsidersNote',
] as const

/** The facts by name. A missing one is not stated. */
export type PolicyFacts = Partial<Record<(typeof policyFactNames)[number], string | undefined>>

/** The hosts of other companies whose content pages load: the card form and the calendar of classes, if there are any. */
export type Outsiders = { cardForm: string | undefined; calendar: string | undefined }

/** The facts about other companies that the privacy policy states. */
export function outsideFacts({ cardForm, calendar }: Outsiders) {
  const loaded = [cardForm && 'the card form at checkout', calendar && 'the calendar of classes'].filter(
    Boolean,
  )
  const list = loaded.join(' and ')
  return {
    cardForm,
    calendar,
    outsiders: String(loaded.length),
    outsidersNote: list
      ? `${list[0]?.toUpperCase()}${list.slice(1)}. Everything else is our own.`
      : 'Fonts, pictures and scripts are our own.',
  }
}

const named = /\{([a-zA-Z]+)\}/g

/** A policy with its facts filled in. */
export function fillPolicy(policy: Policy, facts: PolicyFacts): Policy {
  const filled = (section: PolicySection) => ({ ...section, text: fillFacts(section.text, facts) })
  const short = policy.short.map(({ term, value, note }) => ({
    term,
    value: fillFact(value, facts),
    note: fillFact(note, facts),
  }))
  return { ...policy, short, sections: policy.sections.map(filled) }
}

/** Sentences with their facts filled in. One whose fact has no current source is left out. */
export function fillFacts(sentences: readonly string[], facts: PolicyFacts): string[] {
  const given: Record<string, string | undefined> = facts
  return sentences
    .filter((sentence) => [...sentence.matchAll(named)].every(([, name = '']) => given[name]))
    .map((sentence) => fillFact(sentence, facts))
}

function fillFact(sentence: string, facts: PolicyFacts): string {
  const given: Record<string, string | undefined> = facts
  return sentence.replaceAll(named, (_, name: string) => given[name] ?? '')
}
