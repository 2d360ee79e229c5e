import { MailButton, MailFacts, MailHeading, MailNote, MailText } from '#app/mail/blocks.tsx'
import { brand } from '#app/kit/brand.ts'
import type { MailContent } from '#app/mail/layout.tsx'

type Props = {
  dealer: { name: string; city: string; state: string }
  firearms: string
  review: string
  link: string
}

export function assignedMail({ dealer, firearms, review, link }: Props): MailContent {
  const heading = 'Your dealer'
  const name = `${dealer.name}, ${dealer.city}, ${dealer.state}`
  const text = `We’ve set ${name} as the dealer for your order. We’ll email you their answer. If this isn’t the dealer you want, you can choose another one on your order page until the transfer form is filed.`
  const facts = [
    { label: 'Dealer', value: name },
    { label: 'For', value: firearms },
  ]
  return {
    subject: `${heading}: ${dealer.name}`,
    preview: text,
    why: `You’re getting this email because a reservation at the ${brand} shop was made with this address.`,
    body: (
      <>
        <MailHeading>{heading}</MailHeading>
        <MailText>{text}</MailText>
        {review && <MailText>{review}</MailText>}
        <MailFacts rows={facts} />
        <MailButton href={link}>Open your order</MailButton>
        <MailNote>Anyone who has this link can see your order.</MailNote>
      </>
    ),
    text: [
      heading,
      text,
      ...(review ? [review] : []),
      ...facts.map(({ label, value }) => `${label}: ${value}`),
      `Your private link:\n${link}`,
    ].join('\n\n'),
  }
}
