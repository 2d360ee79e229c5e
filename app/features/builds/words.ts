import { formatCents } from '#app/kit/money.ts'
import type { PartStep } from '#app/art/blueprint/build.ts'
import type { BuildFault } from './rules/buildable.ts'

/** Labels of the eight steps, and short ones for narrow layouts. */
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

/** Texts of the configurator. */
export const configuratorWords = {
  builder: 'builder',
  platforms: 'Platform',
  yourBuild: 'Your build',
  chooseNow: 'choose now',
  step: (at: number, of: number, label: string) => `Step ${at} of ${of}: ${label}`,
  total: 'Build total',
  submit: 'Lock & Submit Build',
  submitShort: 'Submit Build',
  opening: 'One moment',
  details: 'Details and fit',
  save: 'Save Build for Later',
  emptyHint: 'Choose a part first.',
  suppressor: 'Suppressor-optimized',
  suppressorBadges: ['Mount fitted', 'Gas tuned', 'Backpressure vented'],
  suppressorNotice: 'A suppressor is a separate transfer with its own form.',
  /** Source of the limits on the drawing. */
  illustration: 'Illustration from outer dimensions. Limits: 26 U.S.C. 5845(a).',
  anyNumber: 'add as many as you like',
  close: 'Back to the drawing',
  /** What is looked at in the drawer. */
  with: (part: string) => `With ${part}`,
  preview: 'Preview',
  notes: 'With this part:',
  missing: (count: number) =>
    count === 1
      ? 'One part of this build is no longer offered, so we removed it. Everything else is unchanged.'
      : `${count} parts of this build are no longer offered, so we removed them. Everything else is unchanged.`,
} as const

/** What a build is in law, said before anything else on its page. */
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

/** What a build is, as a sentence. */
export function classSentence(code: keyof typeof classWords, isDrawn: boolean): string {
  return `${isDrawn ? 'As drawn, this build is' : 'This build is'} ${classWords[code].is}.`
}

/** What a platform can be built as, for its card: `Built as a handgun`. */
export function platformClassWords(codes: readonly (keyof typeof classWords)[]): string | undefined {
  if (codes.length === 0) return undefined
  return `Built as ${codes.map((code) => classWords[code].is).join(' or ')}`
}

/** Why a build cannot be submitted, and what to do about it. */
export function faultWords(fault: BuildFault): string {
  if (fault.kind === 'incomplete')
    return `Still to choose: ${fault.steps.map((step) => stepWords[step].label).join(', ')}.`
  if (fault.kind === 'excluded')
    return `${fault.part} cannot be built with ${fault.other}. Choose another of the two.`
  const { part, calibers, other, otherCalibers, fitting } = fault
  const wayOut =
    fitting.length > 0 ? `Choose ${fitting.join(' or ')}, or another ${other}` : `Choose another ${other}`
  return `${part} is for ${calibers.join(' and ')}; the ${other} is for ${otherCalibers.join(' and ')}. ${wayOut}.`
}

/** A short version for the bar on phones. */
export function shortFaultWords(fault: BuildFault): string {
  if (fault.kind === 'caliber_mix') return 'Calibers do not match.'
  if (fault.kind === 'excluded') return 'Two parts do not go together.'
  return `Still to choose: ${fault.steps.map((step) => stepWords[step].short).join(', ')}.`
}

/** A price; zero reads FREE. */
export function priceWords(cents: number): string {
  return cents === 0 ? 'FREE' : formatCents(cents)
}

/** What the price says that a platform starts from. */
export const fromWords = {
  from: 'from',
  base: 'base price',
  /** On a card. */
  short: (base: string, count: number) => `Complete build: base ${base} and the ${count} parts it needs.`,
  includes: (base: string, parts: readonly string[]) =>
    `A complete build at this price: base (${base}); ${parts.join('; ')}.`,
  excludes: 'Sales tax and your dealer’s transfer fee are extra.',
  open: 'Open this build',
} as const

/** What a part costs more or less than the chosen one: `+$45`, `−$20`. */
export function differenceWords(cents: number): string {
  if (cents === 0) return 'same price'
  return `${cents > 0 ? '+' : '−'}${formatCents(Math.abs(cents))}`
}

/** Texts of a saved build's page. */
export const savedWords = {
  title: 'Saved build',
  lead: 'This link is permanent. Anyone who has it can open the same build on any device.',
  notFound: {
    title: 'Build Not Found',
    text: 'We couldn’t find a build with this code. Codes have eight letters and digits.',
    link: { to: '/build', label: 'Start a build' },
  },
  open: 'Open in the configurator',
  pdf: 'Spec sheet and scale drawing (PDF)',
  compare: 'Compare with another build',
  mail: {
    title: 'Email yourself the link',
    send: 'Email me the link',
    sent: 'The link is on its way. It’s the only email we’ll send about this.',
    failed: 'We couldn’t send the email. Please try again in a few minutes. The link above is permanent.',
  },
  priceChanged: (was: string, now: string) =>
    `Saved at ${was}. At today’s prices, the same parts total ${now}.`,
  illustration:
    'Illustration from outer dimensions. A rifle is short-barreled if its barrel is under 16 in or its overall length is under 26 in (26 U.S.C. 5845(a)).',
} as const

/** Texts of the printed drawing to scale. */
export const sheetWords = {
  title: (build: string) => `${build}, to scale`,
  scale: (scale: number) => `1 : ${scale}`,
  true: 'True to scale on Letter paper, printed at 100% (“Actual size”), not “Fit to page”.',
  bar: (inches: number, onPaper: string) =>
    `The bar is ${inches} in of the firearm: ${onPaper} in on this paper. Hold a ruler to it before you measure.`,
  alt: (drawing: string, scale: number) => `${drawing} Drawn at 1 : ${scale}.`,
} as const

/** Texts of the comparison page. */
export const compareWords = {
  title: 'Compare builds',
  lead: 'Two or three saved builds side by side, drawn to one scale.',
  empty: 'Paste the links of two or three saved builds, or the codes at their ends.',
  field: 'Links or codes of saved builds',
  go: 'Compare',
  going: 'Comparing',
  variant: 'Change a copy and compare',
  open: 'Open in the configurator',
  remove: 'Remove',
  save: 'Save and Compare',
  making: (codes: string) => `Saved beside ${codes}, to compare.`,
  missing: (codes: string) => `We couldn’t find ${codes}.`,
} as const

/** Texts for submitting a build and reserving its slot. */
export const submitWords = {
  title: 'Lock & Submit Build',
  lead: 'We check that the parts work together and email you within one business day. We don’t build anything until you approve it.',
  back: 'Edit build',
  send: 'Submit Build',
  sending: 'Submitting',
  trust: (price: string, name: string) => `Add the trust pack for ${price} (${name})`,
  privacy: 'Used for this build only.',
  nothing: 'Choose at least one part before you submit.',
  notYet: 'This build can’t be submitted yet',
  tooFast: 'That was fast. Please check your details and submit again.',
  slotTitle: 'Reserve your slot',
  slotText: (price: string) =>
    `A slot holds your place in our build schedule. It costs ${price}, which goes toward your build, and is fully refundable until the transfer form is filed.`,
  slotGo: (price: string) => `Reserve a Slot, ${price}`,
  slotTrust: (price: string) =>
    `Your trust pack (${price}) is added to the same order. It’s available to download as soon as you pay, and refundable until the first download.`,
  slotSkip: 'Optional. Your build is submitted either way.',
  slotIncludes: ({ buildCode, hasTrustPack }: { buildCode: string; hasTrustPack: boolean }) =>
    `All parts of build ${buildCode}${hasTrustPack ? ' and the trust pack' : ''}`,
  slotTaken: 'Your slot is reserved. Check your email for the confirmation and your private order link.',
} as const

/** Texts about showing a finished build to others, and the section that shows them. */
export const showingWords = {
  hint: 'Optional. You can take it back anytime on the page of your build.',
  title: 'Shown to others',
  states: {
    waiting:
      'You agreed that we show this build on the builder page once it is built: its platform and parts, never your name.',
    shown: 'This build is on the builder page, with its platform and parts and without your name.',
    hidden: 'You agreed that we show this build. We don’t show it at present.',
    withdrawn: 'You took your consent back. This build isn’t shown.',
  },
  withdraw: 'Don’t Show My Build',
  withdrawing: 'Saving',
  mail: 'You agreed that we show the finished build without your name. You can take that back on this page:',
  mine: { waiting: 'shown without your name once built', shown: 'shown without your name' },
  manage: 'Don’t show it',
  others: 'What Others Built',
  othersLead: 'Finished builds, shown with their buyers’ consent. Open one and make it yours.',
  start: 'Start from this build',
} as const

/** Why a build was not accepted or its slot not reserved. */
export const submissionRefusalWords = {
  nothing_chosen: submitWords.nothing,
  part_missing: 'A part of this build is no longer available. Open the build again to see what changed.',
  price_changed:
    'The price has changed, so nothing was submitted. Please check the updated total below and submit again.',
  submission_not_found: 'We couldn’t find a build with this reference.',
  slot_taken: submitWords.slotTaken,
  build_declined: 'We can’t build this one as it is. Our email says why.',
  slot_held:
    'Checkout for your slot is already open in another window. Finish there, or try again in ten minutes.',
  code_held:
    'The trust pack for this build is already in an open order. Finish there, or try again in ten minutes.',
  code_used: 'You’ve already bought the trust pack for this build. Reload the page and try again.',
  key_reused: 'This form was already submitted. Reload the page and try again.',
  try_again: 'Someone else was a moment faster. Please try again.',
} as const

/** Texts for a submitted build. */
export const submittedWords = {
  title: 'We’ve got your build',
  lead: 'We’ve emailed you this reference. Our gunsmith reviews the build, checks that the parts work together, and gets back to you within one business day.',
  review:
    'Your state’s rules require a staff review first. We’ll email you the result before anything else happens.',
} as const

/** What staff decided about a build, by email and on its private page. */
export const decisionWords = {
  approved: {
    title: 'Your build is approved',
    text: 'We checked your build and fixed its final price. Read it, and accept it if it is right. Nothing is built before you do.',
  },
  declined: {
    title: 'We can’t build this',
    text: 'We checked your build and can’t build it as it is. You owe nothing. You’re welcome to change it and submit it again.',
  },
  button: 'Read the price',
  private: 'Anyone who has this link can accept the price for you. Don’t forward it.',
  lead: (weeks: number) => `${weeks === 1 ? '1 week' : `${weeks} weeks`} from the paid balance`,
  page: {
    title: 'Your build, your price',
    lead: 'Please read what we build for you. Accept it, and the refundable deposit reserves your slot.',
    accepted: 'You accepted this. The refundable deposit reserves your slot.',
    reserved:
      'Your deposit is paid and this is agreed. Everything else is on your order page, which we emailed you.',
    turnedDown: 'You turned this down. Nothing is built and nothing is owed.',
    expired: 'This price has ended. Write to us and we’ll send you a new one.',
    accept: 'Accept and Pay the Deposit',
    pay: 'Pay the Deposit',
    decline: 'I Don’t Want It',
    next: [
      'You pay the refundable deposit, which is credited in full.',
      'We ask for the balance by email, with a due date. The build starts once it is paid.',
      'Your dealer receives it, and hands it over when the law allows.',
    ],
    transferee: 'Who will own it?',
    notFound: {
      title: 'Price Not Found',
      text: 'Open the link from our latest email in full. A newer email ends an older link.',
      link: { to: '/contact', label: 'Contact' },
    },
  },
  refusals: {
    not_offered: 'There is nothing to accept anymore.',
    terms_changed: 'We changed the price since you opened this page. Please read it again.',
    turned_down: 'You turned this down.',
    expired: 'This price has ended. Write to us and we’ll send you a new one.',
    transferee_missing: 'Say who will own it: Form 4 names them.',
    not_confirmed: 'Check the box to accept.',
    reserved: 'Your deposit is paid. Your order page says how to end the reservation.',
  },
} as const

/** Texts of the pages of platforms and parts. */
export const catalogPageWords = {
  notFound: {
    title: 'Part Not Found',
    text: 'This part is no longer offered, or the address is wrong.',
    link: { to: '/build', label: 'Open the Builder' },
  },
  platformNotFound: {
    title: 'Platform Not Found',
    text: 'This platform is not offered, or the address is wrong.',
    link: { to: '/build', label: 'Open the Builder' },
  },
  choose: 'Choose it in the builder',
  configure: 'Start a build',
  quote: 'Ask for a quote',
  parts: 'Its parts',
  partsLead: 'What can be chosen for each step, each with what it adds to the base price.',
  related: (step: string) => `Other choices: ${step}`,
  ships: 'As part of a finished build, to a licensed dealer in a state where the build is allowed.',
  goesWith: 'Fits',
  everyPlatform: 'Every platform we build',
  notWith: 'Not with',
  calibers: 'Calibers',
  lit: (name: string) => `${name}, lit, from its right side. Illustration from outer dimensions.`,
  coming: (when: string | null) => (when ? `Coming, announced for ${when}` : 'Coming'),
} as const
