import type { DocumentRefusal } from '#app/files/papers.server.ts'
import { paperRefusalWords } from '#app/files/file-type.ts'
import { formatCents } from '#app/kit/money.ts'
import { addDays } from '#app/kit/dates.ts'
import { day } from '#app/kit/clock.ts'
import { allowed, refuse } from '#app/kit/refusal.ts'
import type { ItemClass } from '#app/features/compliance/rules.ts'
import { isNfaClass } from '#app/features/orders/stages.ts'
import type { FirearmDescription } from '#app/features/orders/goods.ts'
import type { dealerFiles } from './tables.ts'

/** License types that may receive a firearm for a customer: dealer, pawnbroker, manufacturer, importer. Not 03 or 06. */
export const receivingTypes = ['01', '02', '07', '08'] as const

export const requestStates = ['requested', 'accepted', 'declined', 'expired', 'withdrawn'] as const
/** `withdrawn`: another dealer, or the order ended. */
export type RequestState = (typeof requestStates)[number]

/** Who vouches for the address: the `buyer` or `staff`, for one order only, or the `file` of the dealer, where staff confirmed it. */
export const addressSources = ['buyer', 'staff', 'file'] as const

/** As many requests one order causes on one day (UTC). What staff ask does not count. */
export const maxRequestsPerDay = 3

export const answerPeriodMs = 14 * day
export const remindAfterMs = 4 * day

export function mayAnswer(request: { state: RequestState; expiresAt: Date }, now: Date) {
  if (request.state === 'withdrawn') return refuse('withdrawn')
  if (request.state === 'declined') return refuse('declined')
  if (request.state === 'accepted') return allowed
  return request.state === 'expired' || request.expiresAt <= now ? refuse('expired') : allowed
}

export const maxUploadBytes = 5 * 1024 * 1024
export const maxUploads = 4

export const maxStaffUploads = 12

export const specialTaxClasses = ['1', '2', '3'] as const

/** What staff wrote down about a dealer, if anything, and whether the federal list has them. */
export type DealerFile = Partial<typeof dealerFiles.$inferSelect> & { isListed: boolean }

/** How many days an eZ Check is relied on: our own rule, since a license can be revoked between two lists. */
const ezCheckDays = 30

/** The first six concern the license (27 CFR 478.94), the rest the special tax, which both sides of a Form 3 must have paid (27 CFR 479.88). */
export const lackWords = {
  blocked: 'This dealer is blocked.',
  unlisted: 'This dealer is not on the federal list.',
  copy_missing: 'No license copy accepted.',
  license_expired: 'The license has expired.',
  ez_check_missing: 'No eZ Check recorded.',
  ez_check_old: 'The eZ Check is older than 30 days.',
  special_tax_missing: 'No special tax (SOT) recorded.',
  special_tax_over: 'The special tax (SOT) is for a tax year that ended.',
  special_tax_copy_missing: 'No copy of the special tax stamp seen.',
} as const
export type DealerLack = keyof typeof lackWords

/** Why an item may not go to this dealer. An unknown class counts as NFA. Asked again at every step: a file that was right in spring says nothing after July 1. */
export function lacksOf(
  file: DealerFile | undefined,
  itemClass: ItemClass | null,
  onDay: string,
): DealerLack[] {
  if (!file) return ['unlisted', 'copy_missing', 'ez_check_missing']
  const { licenseExpiresOn, ezCheckedOn, specialTaxYearEnds } = file
  const endsOn = file.copyAcceptedOn && licenseExpiresOn
  const taxEnds = file.specialTaxClass && specialTaxYearEnds
  const isTaxed = isNfaClass(itemClass)
  const isLacking: Record<DealerLack, boolean> = {
    blocked: Boolean(file.blockedReason),
    unlisted: !file.isListed,
    copy_missing: !endsOn,
    license_expired: endsOn ? endsOn < onDay : false,
    ez_check_missing: !ezCheckedOn,
    ez_check_old: ezCheckedOn ? addDays(ezCheckedOn, ezCheckDays) < onDay : false,
    special_tax_missing: isTaxed && !taxEnds,
    special_tax_over: isTaxed && (taxEnds ? taxEnds < specialTaxYearEndsAt(onDay) : false),
    special_tax_copy_missing: isTaxed && Boolean(taxEnds) && !file.specialTaxCopyOn,
  }
  return (Object.keys(lackWords) as DealerLack[]).filter((lack) => isLacking[lack])
}

/** The last day of the tax year that runs on this day: it turns on July 1 (26 U.S.C. 5801). */
export function specialTaxYearEndsAt(onDay: string): number {
  const [year = 0, month = 0] = onDay.split('-').map(Number)
  return month >= 7 ? year + 1 : year
}

/** What it will lack in so many days. The check is made again at the move itself, so that one growing old is no news. */
export function soonMissing(
  file: DealerFile | undefined,
  itemClass: ItemClass | null,
  onDay: string,
  withinDays: number,
) {
  const later = addDays(onDay, withinDays)
  return lacksOf(file?.ezCheckedOn ? { ...file, ezCheckedOn: later } : file, itemClass, later)
}

type TransferredLine = {
  fulfillment: string
  title: string
  detail: string
  itemClass: ItemClass | null
  firearm: FirearmDescription | null
  returnedAt: Date | null
}

/** What a dealer reads of each firearm. One whose class the record does not say counts as an NFA item, the stricter way. */
export function firearmSheets(lines: readonly TransferredLine[]) {
  const nothing = { model: '', caliber: '', barrel: '', overall: '' }
  return lines
    .filter(({ fulfillment, returnedAt }) => fulfillment === 'ffl_transfer' && !returnedAt)
    .map(({ title, detail, itemClass, firearm }) => ({
      ...(firearm ?? nothing),
      name: [title, detail].filter(Boolean).join(', '),
      itemClass,
      isNfa: isNfaClass(itemClass),
    }))
}
export type FirearmSheet = ReturnType<typeof firearmSheets>[number]

/** As the key that the shop stores, `1-59-086-01-04567`: without the expiry code (`9A`), which changes with every renewal. */
export function parseLicenseNumber(typed: string): string | undefined {
  const plain = typed.toUpperCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
  const parts = /^(?:FFL)?(\d)(\d{2})(\d{3})(\d{2})(?:\d[A-HJ-M])?(\d{5})$/.exec(plain)
  return parts?.slice(1).join('-')
}

type ListedDealer = { key: string; says: string; was: string; openTransfers: number }

export type ListDifference = {
  read: number
  listed: number
  otherTypes: number
  otherStates: number
  bad: { line: number; why: string }[]
  added: number
  changed: number
  unlisted: number
  first: Record<'added' | 'changed' | 'unlisted', ListedDealer[]>
}

/** The government publishes a list every month: one that is older than this is not the newest. */
const maxListAgeMs = 45 * day

export function listDue(
  { listed, latestAt }: { listed: number; latestAt: Date | null },
  now: Date,
): 'missing' | 'old' | undefined {
  if (listed === 0) return 'missing'
  return latestAt && now.getTime() - latestAt.getTime() <= maxListAgeMs ? undefined : 'old'
}

/** The largest file that is taken, in bytes: the list of all states has about 15 MB. */
export const maxListBytes = 30 * 1024 * 1024

/** What the federal list cannot say of a dealer, listed or named, is ours to find out: for NFA items, and for others. */
export const confirmWords = {
  nfa: 'We’ll confirm that they can receive NFA items.',
  plain: 'We’ll confirm their license before we ship.',
} as const

export const classWords: Record<ItemClass, string> = {
  rifle: 'Rifle',
  sbr: 'Short-barreled rifle, an NFA item',
  sbs: 'Short-barreled shotgun, an NFA item',
  handgun: 'Handgun',
  suppressor: 'Suppressor, an NFA item',
  aow: 'Any other weapon, an NFA item',
  receiver: 'Receiver',
}

const formWords = {
  nfa: 'Form 3 from us to you, then Form 4 to the buyer, and Form 4473 at pickup',
  plain: 'No NFA form: Form 4473 and the background check with the buyer',
}

export const shippingTermsWords = {
  nfa: 'We file the Form 3 once we have the copies of your license and of your special tax stamp. Nothing ships before it is approved.',
  plain: 'We ship once we have the copy of your license. No Form 3 or Form 4 is needed for it.',
}

export function firearmFacts(sheet: FirearmSheet, maker: string): { label: string; value: string }[] {
  const { name, itemClass, isNfa, model, caliber, barrel, overall } = sheet
  return [
    { label: 'Firearm', value: name },
    { label: 'Class', value: itemClass ? classWords[itemClass] : 'NFA item' },
    { label: 'Forms', value: formWords[isNfa ? 'nfa' : 'plain'] },
    { label: 'Maker', value: maker },
    { label: 'Model', value: model },
    { label: 'Caliber', value: caliber },
    { label: 'Barrel', value: barrel },
    { label: 'Overall length', value: overall },
  ].filter(({ value }) => value)
}

export function wordsFor(sheets: readonly Pick<FirearmSheet, 'isNfa'>[]): 'nfa' | 'plain' {
  return sheets.some(({ isNfa }) => isNfa) ? 'nfa' : 'plain'
}

export const answerRefusalWords: Record<'withdrawn' | 'declined' | 'expired' | 'form_filed', string> = {
  withdrawn: 'The buyer has chosen another dealer, so no answer is needed. Thank you for your time.',
  declined: 'You declined this transfer. If that was a mistake, write to us at /contact.',
  expired: 'This request has expired. If you’d still like to take the transfer, write to us at /contact.',
  form_filed: 'The transfer form has been filed. If something has changed, write to us at /contact.',
}

export const uploadRefusalWords: Record<DocumentRefusal | 'too_many', string> = {
  ...paperRefusalWords({ megabytes: 5, pages: 10, shorter: 'Send the license alone.' }),
  too_many: `We have ${maxUploads} copies from you, which is the maximum.`,
}

export const choiceRefusalWords: Record<'not_paid' | 'form_filed' | 'unlisted', string> = {
  not_paid: 'You can choose a dealer once the deposit is paid.',
  form_filed:
    'The federal transfer form has been filed and names this dealer. If you need a different dealer, write to us at /contact.',
  unlisted: 'This dealer is no longer on the list, or their license has ended. Search again.',
}

export function feeWords(feeCents: number): string {
  return feeCents === 0 ? 'No transfer fee' : `${formatCents(feeCents)} transfer fee`
}

export const listDueWords = {
  missing: 'Import the federal dealer list: without it no dealer can be chosen',
  old: 'The federal dealer list is older than 45 days: import the newest',
} as const
