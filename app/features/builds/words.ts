import { formatCents } from '#app/kit/money.ts'
import type { PartStep } from '#app/art/blueprint/build.ts'

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
export const benchWords = {
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
  asMany: 'add as many as you like',
  close: 'Back to the drawing',
  missing: (count: number) =>
    count === 1
      ? 'One part of this build is no longer offered and was left out. The rest is as it was.'
      : `${count} parts of this build are no longer offered and were left out. The rest is as it was.`,
} as const

/** A price on the sheet: what costs nothing says so. */
export function priceWords(cents: number): string {
  return cents === 0 ? 'FREE' : formatCents(cents)
}
