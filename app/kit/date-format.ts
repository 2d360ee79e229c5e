import { remembered } from './remembered.ts'

/**
 * A formatter of moments. Made once for each way of writing: making one costs a hundred times as much as using it, and
 * pages write the same few ways over and over.
 */
export const dateFormat = remembered(
  60,
  (locale: string, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options),
)
