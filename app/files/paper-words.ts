import type { DocumentRefusal } from './papers.server.ts'

/** Why a paper is not taken, to whoever sends it. `shorter` says what to send of one with too many pages. */
export function paperRefusalWords(max: { megabytes: number; pages: number; shorter: string }) {
  return {
    empty: 'This file is empty. Choose it again.',
    too_large: `The file is larger than ${max.megabytes} MB. Send a smaller one.`,
    wrong_type: 'Send a PDF, JPG or PNG file.',
    heic: 'This is an HEIC photo, which we can’t read. Send it as a JPG, or take a screenshot of it.',
    too_many_pixels: 'This picture is too large. Make it smaller, or take a new photo.',
    too_many_pages: `This PDF has more than ${max.pages} pages. ${max.shorter}`,
    unreadable: 'We can’t read this file. Save it again as a plain PDF or a photo, and send that.',
    locked: 'This PDF is password-protected. Save it without a password, or send a photo of it.',
    active:
      'This PDF contains a script, a form or an attachment. Print it to a new PDF, or send a photo of it.',
    busy: 'We are reading other files. Wait half a minute, and send this one again.',
  } satisfies Record<DocumentRefusal, string>
}
