import { MailButton, MailHeading, MailNote, MailText } from '#app/mail/blocks.tsx'
import { brand } from '#app/kit/brand.ts'
import type { MailContent } from '#app/mail/layout.tsx'
import { mailTheme } from '#app/mail/palette.ts'
import { positionWords } from '../rules.ts'

type Props = {
  title: string
  theme: string
  since: string
  /** The place on the waitlist, from 1; null on an unordered list. */
  position: number | null
  preferencesUrl: string
  unsubscribeUrl: string
}

const heading = 'You’re already on the list'
const notYou = 'Wasn’t you? You can ignore this email. Nothing has changed.'

/** Mail to an address that is on the list already. The page says the same to everybody; only the address's owner learns it. */
export function alreadyMail({
  title,
  theme,
  since,
  position,
  preferencesUrl,
  unsubscribeUrl,
}: Props): MailContent {
  const status = `You’ve been on the list since ${since}: ${title}.${position ? ` ${positionWords(position)}` : ''}`
  return {
    subject: `You’re already on the list: ${title}`,
    preview: `Since ${since}. Nothing to do.`,
    theme: mailTheme(theme),
    why: `You’re getting this email because someone entered this address in a form at the ${brand} shop.`,
    unsubscribeUrl,
    body: (
      <>
        <MailHeading>{heading}</MailHeading>
        <MailText>{status}</MailText>
        <MailButton href={preferencesUrl}>See your subscriptions</MailButton>
        <MailNote>{notYou}</MailNote>
      </>
    ),
    text: [status, `Your subscriptions:\n${preferencesUrl}`, notYou].join('\n\n'),
  }
}
