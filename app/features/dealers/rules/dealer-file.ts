import type { ItemClass } from '#app/features/compliance/rules.ts'
import { isNfaClass } from '#app/features/orders/stages.ts'

export const specialTaxClasses = ['1', '2', '3'] as const
export type SpecialTaxClass = (typeof specialTaxClasses)[number]

export type DealerFile = {
  isListed: boolean
  licenseExpiresOn: string | null
  copyAcceptedOn: string | null
  ezCheckedOn: string | null
  specialTaxClass: SpecialTaxClass | null
  specialTaxYearEnds: number | null
  specialTaxCopyOn: string | null
  blockedReason: string | null
}

/** How many days an eZ Check is relied on: our own rule, since a license can be revoked between two lists. */
const ezCheckDays = 30

/** The first four concern the license (27 CFR 478.94), the last the special tax, which both sides of a Form 3 must have paid (27 CFR 479.88). */
export const dealerLacks = [
  'blocked',
  'unlisted',
  'copy_missing',
  'license_expired',
  'ez_check_missing',
  'ez_check_old',
  'special_tax_missing',
  'special_tax_over',
  'special_tax_copy_missing',
] as const
export type DealerLack = (typeof dealerLacks)[number]

/**
 * An unknown class counts as NFA; a dealer without a file lacks what it would say. Asked again at every step: a file that was right in
 * spring says nothing about July 1, when the tax year turns.
 */
export function isDealerReady(
  file: DealerFile | undefined,
  itemClass: ItemClass | null,
  onDay: string,
): { ok: true } | { ok: false; missing: DealerLack[] } {
  if (!file) return { ok: false, missing: ['unlisted', 'copy_missing', 'ez_check_missing'] }
  const missing: DealerLack[] = [
    ...(file.blockedReason === null ? [] : (['blocked'] as const)),
    ...(file.isListed ? [] : (['unlisted'] as const)),
    ...licenseLacks(file, onDay),
    ...ezCheckLacks(file, onDay),
    ...(isNfaClass(itemClass) ? specialTaxLacks(file, onDay) : []),
  ]
  return missing.length === 0 ? { ok: true } : { ok: false, missing }
}

/** The last day of the tax year that runs on this day: it turns on July 1 (26 U.S.C. 5801). */
export function specialTaxYearEndsAt(onDay: string): number {
  const [year = 0, month = 0] = onDay.split('-').map(Number)
  return month >= 7 ? year + 1 : year
}

function licenseLacks({ copyAcceptedOn, licenseExpiresOn }: DealerFile, onDay: string): DealerLack[] {
  if (!copyAcceptedOn || !licenseExpiresOn) return ['copy_missing']
  return licenseExpiresOn < onDay ? ['license_expired'] : []
}

function ezCheckLacks({ ezCheckedOn }: DealerFile, onDay: string): DealerLack[] {
  if (!ezCheckedOn) return ['ez_check_missing']
  return daysBetween(ezCheckedOn, onDay) > ezCheckDays ? ['ez_check_old'] : []
}

function specialTaxLacks(file: DealerFile, onDay: string): DealerLack[] {
  const { specialTaxClass, specialTaxYearEnds, specialTaxCopyOn } = file
  if (!specialTaxClass || !specialTaxYearEnds) return ['special_tax_missing']
  return [
    ...(specialTaxYearEnds < specialTaxYearEndsAt(onDay) ? (['special_tax_over'] as const) : []),
    ...(specialTaxCopyOn ? [] : (['special_tax_copy_missing'] as const)),
  ]
}

function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)
}

export function soonMissing(
  file: DealerFile | undefined,
  itemClass: ItemClass | null,
  onDay: string,
  withinDays: number,
): DealerLack[] {
  const later = new Date(Date.parse(onDay) + withinDays * 86_400_000).toISOString().slice(0, 10)
  // The check is made again at the move itself, so that one growing old is no news.
  const known = file?.ezCheckedOn ? { ...file, ezCheckedOn: later } : file
  const ready = isDealerReady(known, itemClass, later)
  return ready.ok ? [] : ready.missing
}
