import { formatCalendarDate } from '#app/kit/dates.ts'
import type { ItemClass, Reason, Verdict } from './rules.ts'
import { isOfficial } from '../claims/rules.ts'

export const contactPath = '/contact'

export const servedWords =
  'We serve the 50 states and the District of Columbia, not U.S. territories or APO, FPO and DPO addresses.'

/** Said where a dealer is chosen for what federal law keeps in the buyer's state. `home` is that state, if it is known. */
export function inStateWords(home = 'the state you live in'): string {
  return `Federal law lets this go only to a dealer in ${home} (18 U.S.C. 922(b)(3)).`
}

const itemWords: Record<ItemClass, string> = {
  rifle: 'rifles',
  sbr: 'short-barreled rifles',
  sbs: 'short-barreled shotguns',
  handgun: 'handguns',
  suppressor: 'suppressors',
  aow: 'items of the class “any other weapon”',
  receiver: 'receivers',
}

/** One sentence for each state that objects, then where to ask; empty when the sale is allowed. Never says how to get round a rule. */
export function verdictSentences(verdict: Verdict): string[] {
  if (verdict.outcome === 'allowed') return []
  const words = verdict.outcome === 'refused' ? refusedWords : reviewWords
  // A buyer and a dealer in one state would say the same thing twice; the buyer's sentence says it.
  const reasons = verdict.reasons.filter(
    (reason, index, all) => all.findIndex((other) => isSameRule(other, reason)) === index,
  )
  return [
    ...reasons.map((reason) => capitalized((words[reason.status] ?? fallbackWords)(reason))),
    contactWords[verdict.outcome],
  ]
}

export function verdictText(verdict: Verdict): string {
  return verdictSentences(verdict).join(' ')
}

/** What a status has no words of its own for is said by `fallbackWords`. */
type Sentences = Partial<Record<Reason['status'], (reason: Reason) => string>>

function checked({ asOf, cites }: Reason): string {
  const day = formatCalendarDate(asOf)
  if (cites?.law) return `(${cites.law}, checked ${day})`
  const source = cites?.sources.find((address) => isOfficial(address))
  const site = source && URL.parse(source)?.hostname.replace(/^www\./, '')
  return site ? `(rule checked ${day}, source ${site})` : `(rule checked ${day})`
}

const contactWords = {
  refused: `Questions about this rule? Write to us at ${contactPath}.`,
  review: `Questions about this check? Write to us at ${contactPath}.`,
}

function itemNames({ rule, goods }: Reason): string {
  if (rule === 'goods') return goods ?? 'this product'
  return rule === 'magazine' ? 'magazines' : itemWords[rule]
}

const isShipped = ({ rule }: Reason) => rule === 'magazine' || rule === 'goods'

const fallbackWords = (reason: Reason) =>
  isShipped(reason)
    ? `we cannot send ${itemNames(reason)} to ${placeName(reason)} ${checked(reason)}.`
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
  barred: (reason) => `we do not send ${itemNames(reason)} to ${placeName(reason)}.`,
  accessory_covered: (reason) =>
    `${placeName(reason)} asks for a notice, proof of identity and an adult’s signature with ${itemNames(reason)}, which we do not offer yet, so we do not send it there ${checked(reason)}.`,
  other_state: (reason) =>
    `federal law lets ${itemNames(reason)} go only to a dealer in the state you live in, ${reason.home ?? 'your own'}, and this dealer is in ${placeName(reason)} ${checked(reason)}.`,
}

function staffCheckWords(reason: Reason): string {
  return `so our staff check this ${isShipped(reason) ? 'order' : 'reservation'} before it moves forward`
}

const reviewWords: Sentences = {
  accessory_unclear: (reason) =>
    `${placeName(reason)} has conditions for firearm accessories, and we have not settled whether ${itemNames(reason)} is one ${checked(reason)}, ${staffCheckWords(reason)}.`,
  place_unknown: (reason) =>
    `${placeName(reason)} has a rule of its own on ${itemNames(reason)} ${checked(reason)}: our staff check by ZIP code whether it reaches this reservation before it moves forward.`,
  unverified: (reason) =>
    `we are not sure enough of the rule of ${placeName(reason)} on ${itemNames(reason)} ${checked(reason)}, ${staffCheckWords(reason)}.`,
  restricted: (reason) =>
    `${placeName(reason)} allows ${itemNames(reason)} only under certain conditions ${checked(reason)}, ${staffCheckWords(reason)}.`,
  unsettled: (reason) =>
    `${placeName(reason)} has a limit of ${reason.limit ?? 'a few'} rounds on magazines that courts have not settled ${checked(reason)}, ${staffCheckWords(reason)}.`,
  needs_permit: (reason) =>
    `${placeName(reason)} sells ${itemNames(reason)} only to buyers who show a permit ${checked(reason)}: our staff ask you for ${reason.document ?? 'your state permit'} before this ${isShipped(reason) ? 'order' : 'reservation'} moves forward.`,
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
  return (
    one.state === other.state &&
    one.place === other.place &&
    one.rule === other.rule &&
    one.goods === other.goods &&
    one.status === other.status
  )
}

function capitalized(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1)
}
