import type { SellableKind } from '#app/features/orders/rules/goods.ts'
import type { PackFile, WorksheetSection } from './rules.ts'

/** Labels of the specification, verbatim. */
export const buttonWords = {
  download: 'Download Now',
  addToBuild: 'Add to My Build',
  bundle: 'Build Custom + Add Trust',
}

/** The text beside the buttons. */
export const bundleWords = {
  free: 'Free when you reserve your build’s slot: it comes once your transfer form is filed.',
  terms:
    'Pay now and open it right away on your order’s private page. Fully refundable until the first download.',
} as const

export const notLegalAdvice =
  'This is not legal advice. A template and its guides are general information and no substitute for a lawyer: what fits depends on your state and your family. We do not draft trusts, fill them in for you, or answer for them.'

const notSold = 'The pack is not for sale right now.'

/** Why a pack cannot be ordered. */
export const packRefusalWords: Record<string, string> = {
  pack_not_sold: notSold,
  code_unknown: 'We don’t recognize this code. It’s in the email that says your Form 3 is filed.',
  code_used: 'This code has been used. Its pack is on the order page that your email links to.',
  code_void: 'This code is no longer valid because its reservation was refunded.',
  code_early: 'This code works once the transfer form of its reservation is filed.',
  code_held: 'This code is in an open order. Finish that order, or try again in ten minutes.',
  try_again: 'Someone else got there first. Please try again.',
  key_reused: 'This form was already used. Please try again.',
}

/** The texts of the page that starts an order. */
export const buyWords = {
  title: 'Trust pack',
  notSold,
  lead: 'A digital download. The worksheet opens on your order’s page as soon as you pay. Fully refundable until the first download.',
  code: 'Code from your reservation',
  codeHint:
    'Every NFA firearm reserved here comes with one free pack. We email the code once your transfer form is filed.',
  redeem: 'Redeem Code',
  buy: (price: string) => `Buy for ${price}`,
  or: 'Have a code?',
  pay: 'Or buy the pack',
} as const

/** The texts of a pack's private page. */
export const packWords = {
  title: 'Your trust pack',
  lead: 'Answer what you can. Your saved answers fill in the documents. Our staff do not fill it in for you or draft trusts.',
  refundable: 'Fully refundable until the first download. Filling in the worksheet doesn’t count.',
  downloaded: 'Downloaded, so the pack is no longer refundable. It stays here as long as your order does.',
  privacy:
    'Your answers are private. We keep them with this order so you can come back to them, and delete them a year after your last change, with a refund, or whenever you ask.',
  delete: 'Delete my answers',
  deleteAsk: 'This clears the worksheet. Files you have downloaded are not affected.',
  deleted: 'Your answers are deleted.',
  worksheet: 'Worksheet',
  progress: (done: number, all: number) => `${done} of ${all} sections answered`,
  open: 'Anything you leave empty becomes a marked blank in the documents.',
  save: 'Save',
  saving: 'Saving…',
  saved: (at: string) => `Saved ${at}`,
  invalid: 'Not saved. Please check the marked answers.',
  conflict:
    'Not saved: the worksheet was changed in another window. Reload to see it, or press Save to keep this version.',
  underWay: 'This pack is being refunded, so nothing can be downloaded.',
} as const

/** Shown instead of a free pack whose reservation was refunded. */
export const packEnded = {
  title: 'This trust pack is no longer available',
  text: 'It came free with a reservation that was refunded before anything was downloaded.',
} as const

/** Why the pack costs nothing in a cart with a firearm that earns it. */
export const freeWithNumber = 'Free with your number'

/** What a reserved firearm comes with, at the checkout. */
export function comesWithWords(kind: SellableKind): string {
  return `A trust pack comes free with your ${kind === 'drop_unit' ? 'number' : 'build'}, once your transfer form is filed.`
}

/** The downloads, in the order of the page. */
export const fileWords = {
  'trust.docx': {
    title: 'Your trust, Word',
    text: 'With your saved answers. Blanks are marked.',
    kind: 'DOCX',
  },
  'trust.pdf': {
    title: 'Your trust, fillable PDF',
    text: 'With your saved answers in editable fields.',
    kind: 'PDF',
  },
  'blank.docx': {
    title: 'Blank template, Word',
    text: 'The version for the state you choose.',
    kind: 'DOCX',
  },
  'blank.pdf': {
    title: 'Blank template, fillable PDF',
    text: 'The version for the state you choose.',
    kind: 'PDF',
  },
  'engraving-guide.pdf': {
    title: 'Engraving guide',
    text: 'Who marks what, how large and how deep, and how to write it.',
    kind: 'PDF',
  },
  'form-4-walkthrough.pdf': {
    title: 'Form 4 walkthrough',
    text: 'The form section by section, and who answers what.',
    kind: 'PDF',
  },
  'compliance-checklist.pdf': {
    title: 'Compliance checklist',
    text: 'What to do before purchase and after approval.',
    kind: 'PDF',
  },
} as const satisfies Record<PackFile, { title: string; text: string; kind: string }>

/** The worksheet's sections: a title, and what to know before answering. */
export const sectionWords: Record<WorksheetSection, { title: string; text: string }> = {
  name: {
    title: 'Name of the trust',
    text: 'It goes on every form and, if the trust makes a firearm, on its metal, so shorter is better. Many people use a street or family name and the word Trust.',
  },
  settlor: {
    title: 'Settlor',
    text: 'The person who creates the trust and may change it. Forms also call this person the grantor.',
  },
  trustees: {
    title: 'Trustees',
    text: 'The people who may possess the trust’s firearms and sign for it. The settlor is usually the first. Each trustee is a responsible person: fingerprints, photo and questionnaire. Nobody may serve who is prohibited from possessing firearms.',
  },
  successors: {
    title: 'Successor trustees',
    text: 'The people who take over, in this order, when no trustee is left. They are not responsible persons until then.',
  },
  beneficiaries: {
    title: 'Beneficiaries',
    text: 'The people who receive the property after the settlor’s death, and their share: 50%, or “in equal parts”. Nobody receives a firearm before the law permits it.',
  },
  signing: {
    title: 'State and signing',
    text: 'The state whose law governs decides which version you get. You can leave county and date for the notary.',
  },
}

/** The texts about earned codes. */
export const codeWords = {
  title: 'Your free trust pack',
  awaited:
    'Your trust pack comes with your reservation once we file your transfer form, Form 3, which is when the deposit can no longer be refunded on your order’s page. We email you the code then, and it appears here.',
  lead: 'Every NFA firearm reserved here comes with one free trust pack. Each code works once. If the reservation is refunded, the code expires, and so does a pack that was never downloaded. A downloaded pack stays.',
  states: {
    open: 'Ready to use',
    held: 'In an open order',
    taken: 'Used',
  },
} as const
