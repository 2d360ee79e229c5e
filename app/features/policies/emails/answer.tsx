import { MailFacts, MailHeading, MailNote, MailText } from '#app/mail/blocks.tsx'
import { brand } from '#app/kit/brand.ts'
import type { MailContent } from '#app/mail/layout.tsx'
import type { RequestKind } from '../rules.ts'
import { kindWords } from '../words.ts'

type Props = { id: string; kind: RequestKind; answer: string }

const appeal = 'If you disagree, reply to the address on our contact page and name this reference.'

export function answerMail({ id, kind, answer }: Props): MailContent {
  const summary = `You asked us to ${kindWords[kind].sentence}. This is our answer.`
  const paragraphs = answer.split(/\n{2,}/)
  return {
    subject: `Our answer to your data request ${id}`,
    preview: summary,
    why: `You’re getting this email because you confirmed a data request at the ${brand} shop.`,
    body: (
      <>
        <MailHeading>Our answer</MailHeading>
        <MailText>{summary}</MailText>
        {paragraphs.map((paragraph, at) => (
          <MailText key={at}>{paragraph}</MailText>
        ))}
        <MailFacts rows={[{ label: 'Reference', value: id }]} />
        <MailNote>{appeal}</MailNote>
      </>
    ),
    text: [summary, answer, `Reference: ${id}`, appeal].join('\n\n'),
  }
}
