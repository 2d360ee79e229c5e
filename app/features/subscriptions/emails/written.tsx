import type { MailContent } from '#app/mail/layout.tsx'
import { linkTo, factsOf, paragraphsOf } from '../rules.ts'
import type { Writing } from '../store/announce.server.ts'
import { announcementMail } from './announcement.tsx'

type Around = { publicUrl: string; since: string; postalLine: string | undefined }

export function writtenMail(
  { topic, subject, body, button, path }: Writing,
  { publicUrl, since, postalLine }: Around,
): MailContent {
  const content = announcementMail({
    subject,
    heading: subject,
    lines: paragraphsOf(body),
    button,
    url: publicUrl + path,
    title: factsOf(topic).title,
    theme: 'noir',
    since,
    unsubscribeUrl: linkTo(publicUrl, 'unsubscribe', 'example'),
    preferencesUrl: linkTo(publicUrl, 'preferences', 'example'),
  })
  return { ...content, ...(postalLine && { postalLine }) }
}
