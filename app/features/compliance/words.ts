import { dateFormat } from '#app/kit/date-format.ts'
import type { ItemClass, Reason, Verdict } from './rules.ts'

/** Where questions about a refusal or a review go. */
export const contactPath = '/contact'

/** Who can be served at all. */
export const servedWords =
  'We serve the 50 states and the District of Columbia. We do not serve U.S. territories.'

/** What the items of a class are called in a sentence. */
export const itemWords: Record<ItemClass, string> = {
  sbr: 'short-barreled rifles',
  sbs: 'short-barreled shotguns',
  suppressor: 'suppressors',
}

/**
 * What a buyer reads about a verdict: one sentence for each state that stands in the way, naming the rule, the state
 * and the date it was checked, then where to ask. Empty when the sale is allowed. Never says how to get round a rule.
 */
export function verdictSentences(verdict: Verdict): string[] {
  if (verdict.outcome === 'allowed') return []
  const words = verdict.outcome === 'refused' ? refusedWords : reviewWords
  // A buyer and a dealer in one state would say the same thing twice; the buyer's sentence says it.
  const told = verdict.reasons.filter(
    (reason, at, all) => all.findIndex((other) => other.state === reason.state) === at,
  )
  return [...told.map((reason) => capitalised(words[reason.standing](reason))), contactWords[verdict.outcome]]
}

/** The same as one paragraph. */
export function verdictText(verdict: Verdict): string {
  return verdictSentences(verdict).join(' ')
}

/** A calendar date as it is written on our pages: `20 Nov 2026`. */
export function formatCheckedOn(date: string): string {
  return checkedOn.format(new Date(`${date}T00:00:00Z`))
}

const checkedOn = dateFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })

type Sentences = Record<Reason['standing'], (reason: Reason) => string>

const checked = (reason: Reason) => `(rule checked ${formatCheckedOn(reason.asOf)})`

const contactWords = {
  refused: `Questions about this rule reach us at ${contactPath}.`,
  review: `Questions about this check reach us at ${contactPath}.`,
}

const unlikelyRefusal = (reason: Reason) =>
  `we cannot take a reservation for ${itemWords[reason.rule]} in ${place(reason)} ${checked(reason)}.`

const refusedWords: Sentences = {
  prohibited: (reason) =>
    reason.role === 'buyer'
      ? `${place(reason)} does not allow ${itemWords[reason.rule]} to be transferred to its residents ${checked(reason)}.`
      : `${place(reason)} does not allow ${itemWords[reason.rule]} to be transferred by dealers there ${checked(reason)}.`,
  restricted: (reason) =>
    reason.role === 'buyer'
      ? `${place(reason)} limits ${itemWords[reason.rule]} so closely that we do not take reservations from its residents ${checked(reason)}.`
      : `${place(reason)} limits ${itemWords[reason.rule]} so closely that we do not send them to dealers there ${checked(reason)}.`,
  stale: unlikelyRefusal,
  unknown: unlikelyRefusal,
}

const theCheck = 'so our staff check this reservation before it goes any further'

const reviewWords: Sentences = {
  prohibited: unlikelyRefusal,
  restricted: (reason) =>
    `${place(reason)} allows ${itemWords[reason.rule]} only under conditions of its own ${checked(reason)}, ${theCheck}.`,
  stale: (reason) =>
    `we last checked the rule of ${place(reason)} on ${itemWords[reason.rule]} on ${formatCheckedOn(reason.asOf)}, which is too long ago to rely on, ${theCheck}.`,
  unknown: (reason) =>
    `we have no checked rule of ${place(reason)} on ${itemWords[reason.rule]} (looked up ${formatCheckedOn(reason.asOf)}), ${theCheck}.`,
}

function place(reason: Reason): string {
  return reason.state === 'DC' ? `the ${reason.stateName}` : reason.stateName
}

function capitalised(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1)
}
