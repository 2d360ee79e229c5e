import { formatCalendarDate } from '#app/kit/calendar-date.ts'
import type { ItemClass, Reason, Verdict } from './rules.ts'

/** Where questions about a refusal or a review go. */
export const contactPath = '/contact'

/** What the items of a class are called in a sentence. */
const itemWords: Record<ItemClass, string> = {
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
  const reasons = verdict.reasons.filter(
    (reason, index, all) => all.findIndex((other) => isSameRule(other, reason)) === index,
  )
  return [
    ...reasons.map((reason) => capitalized(words[reason.status](reason))),
    contactWords[verdict.outcome],
  ]
}

/** The same as one paragraph. */
export function verdictText(verdict: Verdict): string {
  return verdictSentences(verdict).join(' ')
}

type Sentences = Record<Reason['status'], (reason: Reason) => string>

const checked = (reason: Reason) => `(rule checked ${formatCalendarDate(reason.asOf)})`

const contactWords = {
  refused: `Questions about this rule? Write to us at ${contactPath}.`,
  review: `Questions about this check? Write to us at ${contactPath}.`,
}

/** What is sold, in a sentence: a class of firearm, or magazines. */
function itemNames({ rule }: Reason): string {
  return rule === 'magazine' ? 'magazines' : itemWords[rule]
}

const fallbackWords = (reason: Reason) =>
  reason.rule === 'magazine'
    ? `we cannot send magazines to ${placeName(reason)} ${checked(reason)}.`
    : `we cannot take a reservation for ${itemNames(reason)} in ${placeName(reason)} ${checked(reason)}.`

const overLimit = (reason: Reason) =>
  `${placeName(reason)} does not allow magazines of more than ${reason.limit ?? 'a few'} rounds to be ${reason.role === 'buyer' ? 'bought by its residents' : 'sent there'} ${checked(reason)}.`

const refusedWords: Sentences = {
  prohibited: (reason) => {
    const to = { buyer: 'transferred to its residents', dealer: 'transferred by dealers there' }
    const what = reason.role === 'delivery' ? 'sent there' : to[reason.role]
    return `${placeName(reason)} does not allow ${itemNames(reason)} to be ${what} ${checked(reason)}.`
  },
  restricted: (reason) => {
    const what = {
      buyer: 'we do not take reservations from its residents',
      dealer: 'we do not send them to dealers there',
      delivery: 'we do not send them there',
    }
    return `${placeName(reason)} limits ${itemNames(reason)} so closely that ${what[reason.role]} ${checked(reason)}.`
  },
  over_limit: overLimit,
  unsettled: (reason) =>
    `${placeName(reason)} has a limit of ${reason.limit ?? 'a few'} rounds on magazines that courts have not settled, and until they do we do not send larger ones there ${checked(reason)}.`,
  needs_permit: fallbackWords,
  stale: fallbackWords,
  unknown: fallbackWords,
}

function staffCheckWords({ rule }: Reason): string {
  return `so our staff check this ${rule === 'magazine' ? 'order' : 'reservation'} before it moves forward`
}

const reviewWords: Sentences = {
  prohibited: fallbackWords,
  over_limit: fallbackWords,
  restricted: (reason) =>
    `${placeName(reason)} allows ${itemNames(reason)} only under certain conditions ${checked(reason)}, ${staffCheckWords(reason)}.`,
  unsettled: (reason) =>
    `${placeName(reason)} has a limit of ${reason.limit ?? 'a few'} rounds on magazines that courts have not settled ${checked(reason)}, ${staffCheckWords(reason)}.`,
  needs_permit: (reason) =>
    `${placeName(reason)} requires a state permit to buy magazines ${checked(reason)}, ${staffCheckWords(reason)}.`,
  stale: (reason) =>
    `we last checked the rule of ${placeName(reason)} on ${itemNames(reason)} on ${formatCalendarDate(reason.asOf)}, which is too long ago to rely on, ${staffCheckWords(reason)}.`,
  unknown: (reason) =>
    `we have no checked rule of ${placeName(reason)} on ${itemNames(reason)} (looked up ${formatCalendarDate(reason.asOf)}), ${staffCheckWords(reason)}.`,
}

function placeName(reason: Reason): string {
  if (reason.place) return `${reason.place} (${reason.stateName})`
  return reason.state === 'DC' ? `the ${reason.stateName}` : reason.stateName
}

function isSameRule(one: Reason, other: Reason): boolean {
  return one.state === other.state && one.place === other.place && one.rule === other.rule
}

function capitalized(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1)
}
