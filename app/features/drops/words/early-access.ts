import type { EarlyOffer } from '../rules.ts'

/** Texts about early access. */
export const earlyAccessWords = {
  title: 'Early access is open',
  text: 'With a code from a patch you can reserve a number now, before launch.',
  button: 'Reserve with a code',
  field: 'Early-access code',
  hint: "It's in the email for your patch. Upper or lower case, with or without dashes.",
  buy: 'Buy Patch for Early Access',
  /** What the patches of a drop give. */
  gives: {
    offered: 'An early access patch lets you reserve 24 hours before launch.',
    sold_out: 'The early access patches are sold out. Their codes open this drop 24 hours before launch.',
    ended: 'This drop has launched, so its patches no longer give early access. They are keepsakes now.',
    none: undefined,
  } satisfies Record<EarlyOffer, string | undefined>,
  /** Leads to the patches where none gives early access. */
  see: (patches: number) => (patches === 1 ? 'See the Patch' : 'See the Patches'),
}

/** Early access as a fact of a drop. */
export const earlyFactWords: Record<EarlyOffer, { value: string; note: string }> = {
  offered: { value: '24 hours', note: 'With an early access patch' },
  sold_out: { value: '24 hours', note: 'Its patches are sold out' },
  ended: { value: 'Over', note: 'It ended with the launch' },
  none: { value: 'None', note: 'No patch of this drop opens it early' },
}
