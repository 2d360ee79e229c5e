import { formatCents } from '#app/kit/money.ts'
import type { PartStep } from '#app/art/blueprint/build.ts'
import { type Finish, finishIn, isStandard, type BuildPrice, type Selection } from './rules.ts'

export const stepWords: Record<PartStep, { label: string; short: string }> = {
  lower: { label: 'Lower Receiver', short: 'Lower' },
  upper: { label: 'Upper Receiver / Caliber', short: 'Upper' },
  barrel: { label: 'Barrel Length', short: 'Barrel' },
  stock: { label: 'Stock or Brace', short: 'Stock' },
  handguard: { label: 'Handguard / Furniture', short: 'Handguard' },
  optics: { label: 'Optics', short: 'Optics' },
  muzzle: { label: 'Muzzle Device', short: 'Muzzle' },
  accessories: { label: 'Accessories', short: 'Accessories' },
}

export const configuratorWords = {
  builder: 'builder',
  total: 'Build total',
  submit: 'Lock & Submit Build',
  suppressor: 'Suppressor-optimized',
  suppressorBadges: ['Mount fitted', 'Gas tuned', 'Backpressure vented'],
  missing: (count: number) =>
    count === 1
      ? 'One part of this build is no longer offered, so we removed it. Everything else is unchanged.'
      : `${count} parts of this build are no longer offered, so we removed them. Everything else is unchanged.`,
} as const

export const classWords = {
  SBR: {
    is: 'a short-barreled rifle',
    name: 'Short-barreled rifle',
    means:
      'It is registered, and it moves to you on Form 4: you wait for its approval before your dealer hands it over.',
  },
  RIFLE: {
    is: 'a rifle',
    name: 'Rifle',
    means:
      'It is not an NFA item: your dealer hands it over after the background check, with no NFA form to wait for.',
  },
  HANDGUN: {
    is: 'a handgun',
    name: 'Handgun',
    means:
      'It has a brace and no shoulder stock, so it is not an NFA item. It goes only to a dealer in the state you live in, and you must be 21 or older.',
  },
} as const

export function classSentence(code: keyof typeof classWords, isDrawn: boolean): string {
  return `${isDrawn ? 'As drawn, this build is' : 'This build is'} ${classWords[code].is}.`
}

export function priceWords(cents: number): string {
  return cents === 0 ? 'FREE' : formatCents(cents)
}

export const savedWords = {
  notFound: {
    title: 'Build Not Found',
    text: 'We couldn’t find a build with this code. Codes have eight letters and digits.',
    link: { to: '/build', label: 'Start a build' },
  },
  illustration:
    'Illustration from outer dimensions. A rifle is short-barreled if its barrel is under 16 in or its overall length is under 26 in (26 U.S.C. 5845(a)).',
} as const

export const finishWords = {
  title: 'Finish',
  included: 'Included',
  quoted: 'Priced in your agreement',
  fact: (finish: Finish) => (isStandard(finish) ? finish.name : `${finish.name}, priced in your agreement`),
} as const

export function finishPriceWords(finish: Finish): string {
  return isStandard(finish) ? finishWords.included : finishWords.quoted
}

type Listed = { platformName: string; price: BuildPrice; selection: Selection }

export type BuildLine = { term: string; name: string; price: string }

/** Its amounts add up to the price. The same accessory more than once is one line. */
export function buildLines({ platformName, price, selection }: Listed): BuildLine[] {
  const finish = finishIn(selection)
  return [
    { term: 'Platform', name: platformName, price: priceWords(price.baseCents) },
    ...groupSame(price.lines).map(({ step, name, cents }) => ({
      term: stepWords[step].short,
      name,
      price: priceWords(cents),
    })),
    { term: finishWords.title, name: finish.name, price: finishPriceWords(finish) },
    ...(selection.isSuppressorOptimized
      ? [
          {
            term: configuratorWords.suppressor,
            name: configuratorWords.suppressorBadges.join(', '),
            price: finishWords.included,
          },
        ]
      : []),
  ]
}

/** The lines of a submitted build as label and value. Its platform is named as it was then. */
export function submittedFacts(
  { firearm }: { firearm: { model: string } },
  saved: Pick<Listed, 'price' | 'selection'>,
): { label: string; value: string }[] {
  return buildLines({ platformName: firearm.model, ...saved }).map(({ term, name, price }) => ({
    label: `${term}, ${name}`,
    value: price,
  }))
}

export function groupSame(lines: BuildPrice['lines']) {
  const ids = [...new Set(lines.map(({ id }) => id))]
  return ids.flatMap((id) => {
    const same = lines.filter((line) => line.id === id)
    const [first] = same
    if (!first) return []
    const name = same.length > 1 ? `${first.name} × ${same.length}` : first.name
    return [{ ...first, name, cents: same.reduce((sum, { cents }) => sum + cents, 0) }]
  })
}

export const freePackWords =
  'Reserving its slot includes a free trust pack, which comes once your transfer form is filed.'

export const submissionRefusalWords = {
  nothing_chosen: 'Choose at least one part before you submit.',
  part_missing: 'A part of this build is no longer available. Open the build again to see what changed.',
  price_changed:
    'The price has changed, so nothing was submitted. Please check the updated total below and submit again.',
  submission_not_found: 'We couldn’t find a build with this reference.',
  slot_taken: 'Your slot is reserved. Check your email for the confirmation and your private order link.',
  build_declined: 'We can’t build this one as it is. Our email says why.',
  builder_closed: 'We’re not taking build slots right now. Write to us at /contact about your build.',
  slot_held:
    'Checkout for your slot is already open in another window. Finish there, or try again in ten minutes.',
  key_reused: 'This form was already submitted. Reload the page and try again.',
  try_again: 'Someone else was a moment faster. Please try again.',
} as const

export const submittedWords = {
  title: 'We’ve got your build',
  lead: 'We’ve emailed you this reference. Our gunsmith reviews the build, checks that the parts work together, and gets back to you within one business day.',
  review:
    'Your state’s rules require a staff review first. We’ll email you the result before anything else happens.',
} as const

export const leadWords = (weeks: number) =>
  `${weeks === 1 ? '1 week' : `${weeks} weeks`} from the paid balance`
