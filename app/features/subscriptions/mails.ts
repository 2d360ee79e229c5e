import { type Letter, paragraphs, mailTheme } from '#app/mail/letter.ts'
import { factsOf, linkTo, paragraphsOf } from './rules.ts'
import type { StoredAnnouncement, Writing } from './store/announce.server.ts'

type News = Omit<StoredAnnouncement['content'], 'path'> & {
  title: string
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
