import { type MailTheme, palettes } from '#app/mail/palette.ts'

/** What every mail about a list says of it. */
export type MailedList = { title: string; theme: string }

/** A list's mails wear the theme of its thing; one the mails do not know, the shop's. */
export function themeOf(theme: string): MailTheme {
  return theme in palettes ? (theme as MailTheme) : 'noir'
}
