import { MailButton, MailHeading, MailLink, MailNote, MailText } from '#app/mail/blocks.tsx'
import type { MailContent } from '#app/mail/layout.tsx'
import { mailTheme } from '#app/mail/palette.ts'

type Props = {
  title: string
  theme: string
  subject: string
  heading: string
  lines: string[]
  button: string
  /** The full address that the button leads to. */
  url: string
  preferencesUrl: string
  unsubscribeUrl: string
  since: string
}

/** News for a whole list. Commercial mail: it says why it came, who sends it from where, and how to stop it. */
export function announcementMail(props: Props): MailContent {
  const { subject, heading, lines, button, url, preferencesUrl, unsubscribeUrl, title, theme, since } = props
  return {
    subject,
    preview: lines[0] ?? heading,
    theme: mailTheme(theme),
    why: `You’re getting this email because you signed up on ${since}: ${title}.`,
    unsubscribeUrl,
    body: (
      <>
        <MailHeading>{heading}</MailHeading>
        {lines.map((line) => (
          <MailText key={line}>{line}</MailText>
        ))}
        <MailButton href={url}>{button}</MailButton>
        <MailNote>
          <MailLink href={preferencesUrl}>All your subscriptions</MailLink>
        </MailNote>
      </>
    ),
    text: [heading, ...lines, `${button}:\n${url}`, `All your subscriptions:\n${preferencesUrl}`].join(
      '\n\n',
    ),
  }
}
