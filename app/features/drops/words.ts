import { formatCents } from '#app/kit/money.ts'
import type { DropCategory, DropStatus, UnitCounts, UnitChange, UnitState } from './rules.ts'
import type { UnitRefusal } from './store.server.ts'

/** Status labels as the specification writes them: in full over a hero, short on a card. */
export const statusWords: Record<DropStatus, { full: string; short: string }> = {
  live: { full: 'LIVE NOW', short: 'LIVE' },
  coming_soon: { full: 'COMING SOON', short: 'COMING SOON' },
  sold_out: { full: 'SOLD OUT', short: 'SOLD OUT' },
  archived: { full: 'ARCHIVED', short: 'ARCHIVED' },
}

/** Categories, capitalized. */
export const categoryWords: Record<DropCategory, string> = {
  hype: 'Hype',
  meme: 'Meme',
  prestige: 'Prestige',
  grail: 'Grail',
}

/** The state of a unit as its name says it. */
export const unitWords: Record<UnitState, string> = { open: 'open', held: 'held', taken: 'taken' }

/** Texts of the specification (sections 2 and 8), letter for letter. */
export const dropWords = {
  notFound: {
    title: 'Drop Not Found',
    text: "The drop you're looking for doesn't exist or has been removed.",
    link: { to: '/drops/vault', label: 'Back to Vault' },
  },
  noneActive: {
    title: 'No Active Drops',
    text: 'Check back soon for the next limited drop release, or explore our vault of past drops.',
  },
  noneFound: { title: 'No Drops Found', text: 'Try adjusting your filters or search terms.' },
  /** Stands in for a drop that has neither a story nor a description. */
  story:
    'Every drop is a numbered run that is made once. Each unit is engraved with its own number, and when the run closes its numbers are not used again.',
} as const

/** Why a number could not be held: what happened, and what can be done. */
export type RefusalText = { title: string; text: string }

/** Words for every refusal of a reservation. A new reason without words does not compile. */
export const refusalWords: Record<UnitRefusal | 'key_reused' | 'network_failure', RefusalText> = {
  unit_taken: {
    title: 'Somebody was a moment faster',
    text: 'This number was just held or taken. Choose another one: nothing was charged.',
  },
  none_open: {
    title: 'Every number left is being held',
    text: 'Other buyers are checking out with the last numbers. A hold ends after ten minutes at the latest unless it is renewed, and what is let go opens here at once.',
  },
  sold_out: { title: 'Sold out', text: 'Every number of this drop is taken.' },
  coming_soon: {
    title: 'Not open yet',
    text: 'Numbers can be held from the launch on. The countdown on the page of the drop says when.',
  },
  code_needed: {
    title: 'Early access needs a code',
    text: 'Before the launch a number is held with the code that came by mail with a patch of this drop.',
  },
  code_unknown: {
    title: 'This code does not open this drop',
    text: 'Check it against the mail: twelve letters and figures, in any case. A code opens the drop of its own patch only.',
  },
  code_used: {
    title: 'This code is in use',
    text: 'It holds or has reserved a number already, and opens one only. If that hold runs out or is let go, the code is free again.',
  },
  archived: { title: 'This drop has ended', text: 'Its run is closed and its numbers are not used again.' },
  paused: {
    title: 'Reservations are paused',
    text: 'No number can be held at this moment. Nothing is lost: numbers that are open stay open until reservations go on.',
  },
  no_such_unit: { title: 'There is no such number', text: 'Choose one of the numbers of this run.' },
  drop_not_found: { title: dropWords.notFound.title, text: dropWords.notFound.text },
  key_reused: {
    title: 'This form was already used',
    text: 'It started a reservation of another number before. Choose the number again.',
  },
  network_failure: {
    title: 'We could not be reached',
    text: 'The connection failed before an answer came. Press again: the same press never holds two numbers.',
  },
}

/** What is said of a number that is not open when somebody comes to its page. */
export const unavailableWords: Record<Exclude<UnitState, 'open'>, RefusalText> = {
  held: {
    title: 'Somebody is checking out with this number',
    text: 'It opens again when they let it go or their time runs out. Numbers near it are open now.',
  },
  taken: { title: 'This number is taken', text: 'Numbers near it are open now.' },
}

/** Reasons that are about the code, not about the number. */
export function isCodeRefusal(why: string): boolean {
  return why.startsWith('code_')
}

/** What stands on the page of a drop that opens early to who has a code. */
export const earlyAccessWords = {
  title: 'Early access is open',
  text: 'With the code from a patch you can reserve a number now, before the launch.',
  button: 'Reserve with a code',
  field: 'Early-access code',
  hint: 'From the mail that came with your patch. Upper or lower case, with or without dashes.',
  buy: 'Buy Patch for Early Access',
  opens: 'A patch with early access opens the reservation of a drop 24 hours before its launch.',
  opened: 'This drop has opened: nothing is left for its patches to open early. They are keepsakes now.',
}

/** Whether there are words for a reason that came from the order path. */
export function hasRefusalWords(why: string): why is keyof typeof refusalWords {
  return Object.hasOwn(refusalWords, why)
}

/** A drop's number as it is engraved: `004`. */
export function dropNumberWords(dropNumber: number): string {
  return String(dropNumber).padStart(3, '0')
}

/** The deposit and its condition, for beside the button that leads to it. */
export function depositWords(depositCents: number) {
  return {
    amount: `${formatCents(depositCents)} refundable deposit`,
    condition:
      'Refundable in full from your private link until the transfer form is filed. The final transfer happens at your dealer after federal approval.',
  }
}

/** What somebody can ask to be told about a drop that nobody can join now. */
export type NotifyWords = { title: string; description: string; button: string }

/** The words of the dialog behind `Get Notified`, by where the drop stands. */
export function notifyWords(name: string): Record<Exclude<DropStatus, 'live'>, NotifyWords> {
  return {
    coming_soon: {
      title: `${name}, waitlist`,
      description: 'One mail, within a minute of its numbers opening.',
      button: 'Join the Waitlist',
    },
    sold_out: {
      title: `${name}, returned units`,
      description:
        'A number that comes back is offered to the waitlist, in the order of joining, and held for you for 24 hours.',
      button: 'Join the Waitlist',
    },
    archived: {
      title: 'The next drop',
      description: `The run of ${name} is closed. We write when the next drop opens.`,
      button: 'Subscribe',
    },
  }
}

/** What the bar at the lower edge of a phone says of the number that its button holds. */
export const barWords = {
  chosen: 'Your number',
  next: 'Next open number',
  near: 'The nearest open number',
}

/** The sentence under a hero that explains its drawing. */
export function drawingWords(status: DropStatus, total: number): string {
  const lines = total === 1 ? 'one line' : `${spellNumber(total)} lines, one per unit`
  if (status === 'coming_soon') return `The drawing has ${lines}. They light up when the drop opens.`
  if (status === 'live') return `The drawing has ${lines}. A line goes quiet when its unit is taken.`
  if (status === 'sold_out') return `The drawing has ${lines}. Every one is taken.`
  return `The drawing has ${lines}. The run is closed.`
}

/** How many units stand where, as parts of one sentence; parts that count nothing are left out, open units never. */
export function countWords({ open, held, taken }: UnitCounts): { state: UnitState; text: string }[] {
  return [
    { state: 'open' as const, count: open, text: `${open} open` },
    { state: 'held' as const, count: held, text: `${held} held while buyers check out` },
    { state: 'taken' as const, count: taken, text: `${taken} taken` },
  ].filter(({ state, count }) => state === 'open' || count > 0)
}

/** What a screen reader is told when units change: each by name, or the sum when many change at once. */
export function changeWords(changes: readonly UnitChange[], openLeft: number): string {
  if (changes.length === 0) return ''
  if (changes.length > 3) return `${changes.length} numbers changed. ${openLeft} are open now.`
  return changes.map(({ number, to }) => `Number ${number} ${changeVerbs[to]}.`).join(' ')
}

const changeVerbs: Record<UnitState, string> = {
  open: 'is open again',
  held: 'was just held',
  taken: 'was just taken',
}

/** The line that leads to the vault. */
export function earlierDropsWords(earlier: number): string {
  if (earlier === 0) return 'Every drop is kept in the Vault.'
  const spelled = spellNumber(earlier)
  const count = spelled.charAt(0).toUpperCase() + spelled.slice(1)
  return `${count} earlier ${earlier === 1 ? 'drop is' : 'drops are'} in the Vault.`
}

const small =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const tens = ' ten twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')

/** A number in words, up to 200: `twenty-five`, `one hundred and ten`. Larger ones stay figures. */
export function spellNumber(number: number): string {
  if (number > 200) return String(number)
  if (number < 20) return small[number] ?? String(number)
  if (number < 100) {
    const rest = number % 10
    return `${tens[Math.floor(number / 10)]}${rest ? `-${small[rest]}` : ''}`
  }
  const rest = number % 100
  return `${small[Math.floor(number / 100)]} hundred${rest ? ` and ${spellNumber(rest)}` : ''}`
}
