import { formatCents } from '#app/kit/money.ts'
import type { PartStep } from '#app/art/blueprint/build.ts'
import type { BuildFault } from './rules/buildable.ts'

/** What the eight steps are called: whole, and in few words where room is scarce. */
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

/** What stands on the configurator's sheet and beside it. */
export const configuratorWords = {
  yourBuild: 'Your build',
  total: 'Build total',
  submit: 'Lock & Submit Build',
  submitShort: 'Submit Build',
  save: 'Save Build for Later',
  emptyHint: 'Choose a part first.',
  suppressor: 'Suppressor-optimized',
  suppressorBadges: ['Mount fitted', 'Gas tuned', 'Backpressure vented'],
  suppressorNotice: 'A suppressor is a separate transfer with a form of its own.',
  /** Where the limits on the drawing come from, and what the drawing is not. */
  illustration: 'Illustration from outer dimensions. Limits: 26 U.S.C. 5845(a).',
  anyNumber: 'add as many as you like',
  close: 'Back to the drawing',
  missing: (count: number) =>
    count === 1
      ? 'One part of this build is no longer offered and was left out. The rest is as it was.'
      : `${count} parts of this build are no longer offered and were left out. The rest is as it was.`,
} as const

/** What keeps a build from being submitted, and what to do about it. */
export function faultWords(fault: BuildFault): string {
  if (fault.kind === 'incomplete')
    return `Still to choose: ${fault.steps.map((step) => stepWords[step].label).join(', ')}.`
  const { part, calibers, other, otherCalibers, fitting } = fault
  const wayOut =
    fitting.length > 0 ? `Choose ${fitting.join(' or ')}, or another ${other}` : `Choose another ${other}`
  return `${part} is for ${calibers.join(' and ')}; the ${other} is for ${otherCalibers.join(' and ')}. ${wayOut}.`
}

/** The same in few words, for the bar on phones. */
export function shortFaultWords(fault: BuildFault): string {
  if (fault.kind === 'caliber_mix') return 'Calibers do not match.'
  return `Still to choose: ${fault.steps.map((step) => stepWords[step].short).join(', ')}.`
}

/** A price on the sheet: what costs nothing says so. */
export function priceWords(cents: number): string {
  return cents === 0 ? 'FREE' : formatCents(cents)
}

/** The pages of a build that has been saved or submitted. */
export const savedWords = {
  title: 'Saved build',
  lead: 'This link is permanent: it opens the same build on any device, for whoever has it.',
  notFound: {
    title: 'Build Not Found',
    text: 'No build is saved under this code. Codes have eight letters and digits.',
    link: { to: '/build', label: 'Start a build' },
  },
  open: 'Open in the configurator',
  pdf: 'Spec sheet (PDF)',
  compare: 'Compare with another',
  mail: {
    title: 'Have the link mailed',
    send: 'Mail me the link',
    sent: 'The link is on its way. It is the only mail you get for this.',
    failed:
      'The mail could not be sent just now. Please try again in a few minutes. The link of this page is permanent.',
  },
  priceChanged: (was: string, now: string) =>
    `Saved at ${was}. At today’s prices the same parts come to ${now}.`,
  illustration:
    'Illustration from outer dimensions. A barrel under 16 in, or under 26 in overall, makes a rifle short-barreled (26 U.S.C. 5845(a)).',
} as const

/** Comparing builds. */
export const compareWords = {
  title: 'Compare builds',
  lead: 'Two or three saved builds side by side, drawn to one scale.',
  empty: 'Enter the codes of two or three saved builds. They stand in each build’s link.',
  field: 'Codes, parted by spaces or commas',
  go: 'Compare',
  missing: (codes: string) => `No build is saved under ${codes}.`,
} as const

/** Submitting a build, and what comes of it. */
export const submitWords = {
  title: 'Lock & Submit Build',
  lead: 'We check the parts against each other, write to you within a business day, and build nothing before you say yes.',
  back: 'Change the build',
  send: 'Submit Build',
  sending: 'Submitting',
  trust: (price: string, name: string) => `Add the trust pack for ${price} (${name})`,
  privacy: 'Used for this build only.',
  nothing: 'Choose a part first: there is nothing to submit yet.',
  notYet: 'This build cannot be submitted yet',
  tooFast: 'That was quick. Please look it over and press again.',
  slotTitle: 'Reserve your slot',
  slotText: (price: string) =>
    `A slot puts your build in line for the bench. It costs ${price}, counts towards the build, and comes back whole if you change your mind before the transfer form is filed.`,
  slotGo: (price: string) => `Reserve a Slot, ${price}`,
  slotTrust: (price: string) =>
    `Your trust pack for ${price} goes into the same order. It opens once the order is paid, and is refundable until its first download.`,
  slotSkip: 'Skip this: your build is in either way.',
  slotTaken: 'Your slot is reserved. The confirmation with its private link is in your mail.',
} as const

/** Why a build was not taken, or its slot not reserved. */
export const submissionRefusalWords = {
  nothing_chosen: submitWords.nothing,
  part_missing:
    'A part of this build is not in the catalog any more. Open the build once more: it shows what is left.',
  price_changed:
    'The total that was sent is not ours, so nothing was taken. The total below is the present one: look it over and press again.',
  submission_not_found: 'We have no build under this reference.',
  slot_taken: submitWords.slotTaken,
  slot_held:
    'Your slot is being paid for already, in another window or a moment ago. Finish there, or try again in ten minutes.',
  code_held:
    'The trust pack of this build is in an order that is open now. Finish there, or try again in ten minutes.',
  code_used: 'The trust pack of this build is bought already. Load the page again and press once more.',
  key_reused: 'This form was sent before. Load the page again and press once more.',
  try_again: 'Somebody was faster by a moment. Press again.',
} as const

/** What is said of a build that has come in. */
export const submittedWords = {
  title: 'Your build is in',
  lead: 'We have written to you with this reference. Somebody at the bench reads the build, checks the parts against each other, and answers within a business day.',
  review:
    'The rules of your state ask for a check by our staff first. We tell you what comes of it before anything else happens.',
} as const
