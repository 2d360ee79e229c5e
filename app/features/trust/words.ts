import type { PackFile, WorksheetSection } from './rules.ts'

/** Labels of the specification, letter for letter. */
export const buttonWords = {
  download: 'Download Now',
  addToBuild: 'Add to My Build',
  bundle: 'Build Custom + Add Trust',
}

/** What is said beside the buttons, and where the pack comes along with a build. */
export const bundleWords = {
  note: 'The trust pack comes along: it is ticked for you when you submit the build.',
  terms:
    'Paid now, opened at once on your order’s private page. Refundable in full until the first download.',
} as const

/** What the pack is not. */
export const notLegalAdvice =
  'This is not legal advice. A template and its guides are general information and no substitute for a lawyer: what fits depends on your state and your family. We do not draft trusts, fill them in for you, or answer for them.'

/** Why a pack cannot be ordered now. */
export const packRefusalWords: Record<string, string> = {
  pack_not_sold: 'The pack is not on sale at the moment.',
  code_unknown: 'We do not know this code. It’s in your email that came with your reservation.',
  code_used: 'This code has been used. Its pack is on the order’s page, which your mail links to.',
  code_void: 'This code is not valid any more: the reservation it came with was given back.',
  code_held: 'This code is in an order that is open now. Finish that order, or try again in ten minutes.',
  try_again: 'Somebody was faster by a blink. Please try again.',
  key_reused: 'This form was sent before with something else in it. Please try again.',
}

/** The page that starts an order, with or without a code. */
export const buyWords = {
  title: 'Trust pack',
  lead: 'A digital download: the worksheet opens on your order’s page as soon as it is paid. Refundable in full until the first download.',
  code: 'Code from your reservation',
  codeHint:
    'Every NFA firearm reserved here comes with one free pack. The code is in the mail after your confirmation.',
  redeem: 'Use the code',
  buy: (price: string) => `Buy the pack for ${price}`,
  or: 'Have a code?',
  pay: 'Or pay for it',
} as const

/** The private page of a bought pack. */
export const packWords = {
  title: 'Your trust pack',
  lead: 'Answer what you can. Every answer is kept as you type, and fills the documents below. Staff do not fill it in for you and do not draft trusts.',
  refundable: 'Refundable in full until the first download. Filling in the worksheet does not count.',
  downloaded:
    'Downloaded. The pack can no longer be given back; it stays here for as long as your order does.',
  privacy:
    'Your answers are private. They are kept with this order so that you can come back to them, and deleted a year after the last change, with a refund, or when you say so.',
  delete: 'Delete my answers',
  deleteAsk: 'Deletes what stands in the worksheet. Files that you have downloaded stay with you.',
  deleted: 'Your answers are deleted.',
  worksheet: 'Worksheet',
  progress: (done: number, all: number) => `${done} of ${all} sections answered`,
  open: 'What is left open is a marked blank in the documents.',
  save: 'Save',
  saving: 'Saving…',
  saved: (at: string) => `Saved ${at}`,
  unsaved: 'Not saved yet',
  wrong: 'Not saved: please check the marked answers.',
  offline: 'Not saved: no connection. It is tried again as you type.',
  elsewhere:
    'Not saved: the worksheet was changed in another window. Reload to see that, or press Save to keep what stands here.',
  tooMany: 'Too many changes at once. Please press Save in a minute.',
  video: 'Educational Video Coming Soon',
  videoLead:
    'The worksheet from the first blank to the notary’s stamp, and the upload, in a film. Until it is cut, the guides on this page say all of it.',
  underWay: 'A refund of this pack is under way, so nothing can be downloaded.',
} as const

/** What stands in place of a free pack whose reservation was given back. */
export const packEnded = {
  title: 'This trust pack has ended',
  text: 'It came free with a reservation, which was given back before anything of the pack was downloaded. It ended with it.',
} as const

/** What can be downloaded, in the order of the page. `filled` ones hold the answers. */
export const fileWords = {
  'trust.docx': {
    title: 'Your trust, Word',
    text: 'With your answers in it. Open blanks are marked.',
    kind: 'DOCX',
  },
  'trust.pdf': {
    title: 'Your trust, fillable PDF',
    text: 'With your answers in its fields, which stay open.',
    kind: 'PDF',
  },
  'blank.docx': { title: 'Blank template, Word', text: 'The edition of the state you choose.', kind: 'DOCX' },
  'blank.pdf': {
    title: 'Blank template, fillable PDF',
    text: 'The edition of the state you choose.',
    kind: 'PDF',
  },
  'engraving-guide.pdf': {
    title: 'Engraving guide',
    text: 'Who marks what, how large and how deep, and how it is written.',
    kind: 'PDF',
  },
  'form-4-walkthrough.pdf': {
    title: 'Form 4 walkthrough',
    text: 'The form section by section, and who answers what.',
    kind: 'PDF',
  },
  'compliance-checklist.pdf': {
    title: 'Compliance checklist',
    text: 'Before the purchase and after the approval, to be ticked.',
    kind: 'PDF',
  },
} as const satisfies Record<PackFile, { title: string; text: string; kind: string }>

/** The worksheet's sections: what each asks, and what to know before answering. */
export const sectionWords: Record<WorksheetSection, { title: string; text: string }> = {
  name: {
    title: 'Name of the trust',
    text: 'It stands on every form and, where a trust makes a firearm, on its metal: short is good. Many use a street or a family name and the word Trust.',
  },
  settlor: {
    title: 'Settlor',
    text: 'Who makes the trust and may change it. On forms this is also called the grantor.',
  },
  trustees: {
    title: 'Trustees',
    text: 'Who may have the trust’s firearms in hand and sign for it. The settlor usually is the first. Each one is a responsible person: prints, photo and questionnaire. Nobody may serve whom the law forbids to possess a firearm.',
  },
  successors: {
    title: 'Successor trustees',
    text: 'Who takes over when no trustee is left, in this order. They are no responsible persons until then.',
  },
  beneficiaries: {
    title: 'Beneficiaries',
    text: 'Who receives the property after the settlor’s death, and what part of it: 50%, or “in equal parts”. Nobody receives a firearm before the law permits it.',
  },
  signing: {
    title: 'State and signing',
    text: 'The state whose law governs decides which edition you get. County and date may be left for the notary’s desk.',
  },
}

/** Once the code is on its way. */
export const codeWords = {
  title: 'Your free trust pack',
  lead: 'Every NFA firearm reserved here comes with one trust pack. This code gives it once. If the reservation is given back, the code ends with it, and so does a pack of which nothing was downloaded. A downloaded pack stays.',
  states: {
    open: 'Ready to be used',
    held: 'In an order that is open now',
    taken: 'Used',
  },
} as const
