import { MailHeading, MailText } from '#app/mail/blocks.tsx'
import type { MailContent } from '#app/mail/layout.tsx'
import { brand } from '#app/kit/brand.ts'

/** The message by which an owner sees that mail arrives. */
export function testMessage(): MailContent {
  const heading = 'Mail works'
  const text = `This is the test message of ${brand}. Look at the sender and at the address below: customers see the same.`
  return {
    subject: `Test message of ${brand}`,
    preview: 'Mail from the shop arrives.',
    why: 'You’re getting this email because the owner of the shop sent a test message to this address.',
    body: (
      <>
        <MailHeading>{heading}</MailHeading>
        <MailText>{text}</MailText>
      </>
    ),
    text: `${heading}.\n\n${text}`,
  }
}
