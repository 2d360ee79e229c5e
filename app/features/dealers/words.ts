import { paperRefusalWords } from '#app/files/file-type.ts'
import { formatCents } from '#app/kit/money.ts'
import type { ItemClass } from '#app/features/compliance/rules.ts'
import { type FirearmSheet, maxUploads, type DealerLack } from './rules.ts'
import type { UploadRefusal } from './store/uploads.server.ts'

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

export const choiceRefusalWords: Record<'not_paid' | 'form_filed' | 'unlisted', string> = {
  not_paid: 'You can choose a dealer once the deposit is paid.',
  form_filed:
    'The federal transfer form has been filed and names this dealer. If you need a different dealer, write to us at /contact.',
  unlisted: 'This dealer is no longer on the list, or their license has ended. Search again.',
}

export const askRefusalWords: Record<'no_dealer' | 'unlisted' | 'no_licensee' | 'asked_enough', string> = {
  no_dealer: 'Choose a dealer first.',
  unlisted: 'We write to dealers of the federal list only. Search for yours there.',
  no_licensee:
    'We can’t write to your dealer yet. Please try again in a few days, or write to us at /contact.',
  asked_enough: 'You’ve sent three requests today. Please try again tomorrow, or write to us at /contact.',
}

export const answerRefusalWords: Record<'withdrawn' | 'declined' | 'expired' | 'form_filed', string> = {
  withdrawn: 'The buyer has chosen another dealer, so no answer is needed. Thank you for your time.',
  declined: 'You declined this transfer. If that was a mistake, write to us at /contact.',
  expired: 'This request has expired. If you’d still like to take the transfer, write to us at /contact.',
  form_filed: 'The transfer form has been filed. If something has changed, write to us at /contact.',
}

export const uploadRefusalWords: Record<UploadRefusal, string> = {
  ...paperRefusalWords({ megabytes: 5, pages: 10, shorter: 'Send the license alone.' }),
  too_many: `We have ${maxUploads} copies from you, which is the maximum.`,
}

export const answeredWords = {
  accepted: { title: 'Thank you for accepting', text: 'We’ve sent the buyer your fee and hours.' },
  declined: { title: 'Thank you for answering', text: 'We’ve asked the buyer to choose another dealer.' },
} as const

export function feeWords(feeCents: number): string {
  return feeCents === 0 ? 'No transfer fee' : `${formatCents(feeCents)} transfer fee`
}

export const listDueWords = {
  missing: 'Import the federal dealer list: without it no dealer can be chosen',
  old: 'The federal dealer list is older than 45 days: import the newest',
} as const

export const lackWords: Record<DealerLack, string> = {
  blocked: 'This dealer is blocked.',
  unlisted: 'This dealer is not on the federal list.',
  copy_missing: 'No license copy accepted.',
  license_expired: 'The license has expired.',
  ez_check_missing: 'No eZ Check recorded.',
  ez_check_old: 'The eZ Check is older than 30 days.',
  special_tax_missing: 'No special tax (SOT) recorded.',
  special_tax_over: 'The special tax (SOT) is for a tax year that ended.',
  special_tax_copy_missing: 'No copy of the special tax stamp seen.',
}
