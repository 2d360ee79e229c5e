import { maxStaffUploads, type ListState, maxListBytes } from '#app/features/dealers/rules.ts'
import { uploadRefusalWords } from '#app/features/dealers/words.ts'
import type { Stage } from '#app/features/orders/rules.ts'
import { refusalWordsOf } from '#app/kit/refusal.ts'

export const stageHeads: Record<Stage, string> = {
  reserved: 'Reserved',
  agreed: 'Agreed',
  balance_paid: 'Balance paid',
  in_build: 'In build',
  built: 'Built, Form 2',
  form3_filed: 'Form 3 filed',
  form3_approved: 'Form 3 appr.',
  shipped: 'Shipped',
  at_dealer: 'At dealer',
  form4_filed: 'Form 4 filed',
  form4_approved: 'Form 4 appr.',
  picked_up: 'Picked up',
}

export const staffUploadWords = {
  ...uploadRefusalWords,
  heic: 'This is an HEIC photo, which cannot be read here. Save it as a JPG.',
  too_many: `The file has ${maxStaffUploads} copies: those that are not accepted are deleted after 30 days.`,
}

export const listStateWords: Record<ListState, string> = {
  reading: 'Being taken over',
  taken: 'Taken over',
  refused: 'Refused, nothing changed',
}

export const listFileWords = {
  missing: 'Choose the file of the list.',
  too_large: `The file is larger than ${maxListBytes / 1024 / 1024} MB.`,
  not_text: 'This is no text. Take the text file of the list, or save the spreadsheet as “CSV UTF-8”.',
} as const

export const listRefusalWords = refusalWordsOf({
  list_unknown: 'The first line is not the header of the federal list of licensees.',
  list_empty: 'The list contains no dealers.',
  list_too_short:
    'The list names fewer than half of the dealers that are listed now: a file that broke off, or one of a single state.',
})

const refusals: Record<string, string> = {
  changed: 'Somebody changed this since you opened it. Look at it again: nothing was done.',
  not_under_way: 'It is not on its way to its dealer, or its shipment was not recorded.',
  correction_reason_missing: 'Say what was wrong.',
  unchanged: 'That is the carrier and the number that are noted already.',
  dealer_not_found: 'There is no such dealer.',
}

export const refusalWords = refusalWordsOf(refusals)
