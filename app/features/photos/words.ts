import type { KnownWrongType } from '#app/files/file-type.ts'
import { maxBytes, maxPixels, minSide } from './rules.ts'

const megabytes = (bytes: number) => `${bytes / 1024 / 1024} MB`

export const refusalWords = {
  empty: 'The file is empty. Choose another one.',
  too_large: `The file is larger than ${megabytes(maxBytes.photo)}. Export it smaller; ${maxPixels / 1_000_000} megapixels are plenty.`,
  too_many_pixels: `The picture has more than ${maxPixels / 1_000_000} megapixels. Export it smaller.`,
  too_small: `The picture is too small to be shown: each side needs at least ${minSide} pixels.`,
  unreadable: 'The picture cannot be read to its end. It may be cut off: copy or export it again.',
  unknown_type: 'This is not a picture that we can use. Choose a JPEG, PNG, WebP or AVIF.',
  is_film: 'This is a film. Choose it under Film, and a picture to be shown before it plays.',
  heic: 'This is a HEIC picture. Export it as JPEG, or set the phone to "Most Compatible".',
  svg: 'This is an SVG drawing, which could run script. Export it as PNG.',
  gif: 'This is a GIF. Save it as PNG, or as a film if it moves.',
  pdf: 'This is a PDF. Export the page as JPEG or PNG.',
  film_too_large: `The film is larger than ${megabytes(maxBytes.film)}. Make it shorter, or export it smaller.`,
  film_unknown: 'This is not a film that browsers play. Choose an MP4 or WebM.',
  film_unreadable: 'The film cannot be read to its end. It may be cut off: copy or export it again.',
} satisfies Record<string, string> & Record<KnownWrongType, string>
