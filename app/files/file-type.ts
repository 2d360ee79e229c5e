import type { DocumentRefusal } from './papers.server.ts'

/** What a file is, by its first bytes. Its name and what its sender calls it decide nothing. */
export type FileType = 'jpeg' | 'png' | 'webp' | 'avif' | 'mp4' | 'webm'

export type KnownWrongType = 'heic' | 'svg' | 'gif' | 'pdf'

/** The types that papers are stored as: pictures are encoded again, and PDFs are written again. */
export const paperTypes = ['application/pdf', 'image/jpeg'] as const

export const headBytes = 512

export function fileTypeOf(head: Uint8Array): FileType | KnownWrongType | undefined {
  const at = (from: number, text: string) =>
    Array.from(text).every((letter, index) => head[from + index] === letter.charCodeAt(0))
  if (head[0] === 0xff && head[1] === 0xd8 && head[2] === 0xff) return 'jpeg'
  if (head[0] === 0x89 && at(1, 'PNG\r\n\u001A\n')) return 'png'
  if (at(0, 'RIFF') && at(8, 'WEBP')) return 'webp'
  if (at(4, 'ftyp')) return brandOf(head)
  if (head[0] === 0x1a && head[1] === 0x45 && head[2] === 0xdf && head[3] === 0xa3)
    return text(head).includes('webm') ? 'webm' : undefined
  if (at(0, 'GIF8')) return 'gif'
  if (at(0, '%PDF-')) return 'pdf'
  return /^[\s\uFEFF]*<(?:\?xml|!doctype svg|!--|svg)/i.test(text(head)) ? 'svg' : undefined
}

/** A container of the MP4 family names what it holds, first of all in its main brand. */
function brandOf(head: Uint8Array): FileType | KnownWrongType | undefined {
  const brand = text(head.subarray(8, 12))
  if (/^avi[fs]$/.test(brand)) return 'avif'
  if (/^(?:hei[cmsx]|hev[cx]|mif1|msf1)$/.test(brand))
    return text(head.subarray(8, 64)).includes('avif') ? 'avif' : 'heic'
  return /^(?:isom|iso[2-9]|mp4[12]|avc1|M4V |M4VP|MSNV|dash)$/.test(brand) ? 'mp4' : undefined
}

function text(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes)
}

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
