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
  undoHint: 'Takes a change back: Ctrl+Z or ⌘Z',
  redoHint: 'Brings it back: Ctrl+Y or ⇧⌘Z',
  submit: 'Lock & Submit Build',
  submitShort: 'Submit Build',
  details: 'Details and fit',
  select: 'Select',
  add: 'Add',
  save: 'Save Build for Later',
  emptyHint: 'Choose a part first.',
  suppressor: 'Suppressor-optimized',
  suppressorBadges: ['Mount fitted', 'Gas tuned', 'Backpressure vented'],
  suppressorNotice: 'A suppressor is a separate transfer with its own form.',
  /** Source of the limits on the drawing. */
  illustration: 'Illustration from outer dimensions. Limits: 26 U.S.C. 5845(a).',
  anyNumber: 'add as many as you like',
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
  short: (base: string, count: number) =>
    `Complete build: base ${base} and the ${count === 1 ? 'part' : `${count} parts`} it needs.`,
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
  variant: 'Change a copy and compare',
  open: 'Open in the configurator',
  remove: 'Remove',
  save: 'Save and Compare',
  making: (codes: string) => `Saved beside ${codes}, to compare.`,
  missing: (codes: string) => `We couldn’t find ${codes}.`,
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
  coming: (when: string | null) => (when ? `Coming, expected ${when}` : 'Coming'),
} as const
