import { brand } from '#app/kit/brand.ts'
import { facts, type Letter, paragraphs } from '#app/mail/letter.ts'
import { mailTheme } from '#app/mail/palette.ts'
import { factsOf, linkTo, paragraphsOf, positionWords } from './rules.ts'
import type { Writing } from './store/announce.server.ts'

type List = { title: string; theme: string }

/** Asks the owner of an address whether it was them. Nothing else is mailed before they say so. */
export function confirmLetter({ title, theme }: List, consent: string, link: string): Letter {
  return {
    subject: `Confirm your address: ${title}`,
    preview: 'One click and you’re on the list. The link works for 7 days.',
    theme: mailTheme(theme),
    why: `You’re getting this email because someone entered this address in a form at the ${brand} shop. It’s the only one unless you confirm.`,
    blocks: [
      { heading: 'Confirm your address' },
      { text: `Someone, hopefully you, signed up to hear about: ${title}.` },
      { button: 'Confirm', href: link },
      { facts: facts({ List: title, 'What you get': consent, 'Link works for': '7 days' }) },
      {
        note: 'Wasn’t you? You can ignore this email. Nobody can add you to a list without this button, and we’ll delete the address in 14 days.',
      },
    ],
  }
}

/** The page says the same to everybody; only the address's owner learns it. `position` counts from 1; null on an unordered list. */
export function alreadyLetter(
  { title, theme }: List,
  { since, position, unsubscribeUrl }: { since: string; position: number | null; unsubscribeUrl: string },
): Letter {
  return {
    subject: `You’re already on the list: ${title}`,
    preview: `Since ${since}. Nothing to do.`,
    theme: mailTheme(theme),
    why: `You’re getting this email because someone entered this address in a form at the ${brand} shop.`,
    unsubscribeUrl,
    blocks: [
      { heading: 'You’re already on the list' },
      {
        text: `You’ve been on the list since ${since}: ${title}.${position ? ` ${positionWords(position)}` : ''}`,
      },
      { button: 'See your subscriptions', href: `${unsubscribeUrl}#lists` },
      { note: 'Wasn’t you? You can ignore this email. Nothing has changed.' },
    ],
  }
}

type News = List & {
  subject: string
  heading: string
  lines: readonly string[]
  button: string
  url: string
  since: string
  unsubscribeUrl: string
}

/** News for a whole list. Commercial mail: it says why it came, who sends it from where, and how to stop it. */
export function announcementLetter(news: News): Letter {
  const { subject, heading, lines, button, url, unsubscribeUrl, title, theme, since } = news
  return {
    subject,
    preview: lines[0] ?? heading,
    theme: mailTheme(theme),
    why: `You’re getting this email because you signed up on ${since}: ${title}.`,
    unsubscribeUrl,
    blocks: [
      { heading },
      ...paragraphs(lines),
      { button, href: url },
      { note: [{ label: 'All your subscriptions', href: `${unsubscribeUrl}#lists` }] },
    ],
  }
}

/** What staff wrote, as a subscriber reads it: its links lead nowhere yet. */
export function writtenLetter(
  { topic, subject, body, button, path }: Writing,
  { publicUrl, since, postalLine }: { publicUrl: string; since: string; postalLine: string | undefined },
): Letter {
  const letter = announcementLetter({
    subject,
    heading: subject,
    lines: paragraphsOf(body),
    button,
    url: publicUrl + path,
    title: factsOf(topic).title,
    theme: 'noir',
    since,
    unsubscribeUrl: linkTo(publicUrl, 'unsubscribe', 'example'),
  })
  return { ...letter, postalLine }
}
