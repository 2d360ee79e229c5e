import { MailButton, MailFacts, MailHeading, MailNote, MailText } from '#app/mail/blocks.tsx'
import { brand } from '#app/kit/brand.ts'
import type { MailContent } from '#app/mail/layout.tsx'
import { licenseeMark, licenseMark, postalMark } from '#app/mail/sender.ts'
import type { FirearmSheet } from '../rules/firearm-sheet.ts'
import { firearmFacts, shippingTermsWords, wordsFor } from '../words.ts'

type Props = {
  orderId: string
  /** The dealer as the federal list has it; `null` for one who is not on it. A buyer's own words go into no mail. */
  dealer: { name: string; city: string; state: string } | null
  firearms: readonly FirearmSheet[]
  until: string
  link: string
  isReminder: boolean
}

/**
 * Asks a dealer to receive a firearm. Every word is ours or the federal list's: the address may be a stranger's, whom the
 * buyer wants to read something.
 */
export function requestMail({ orderId, dealer, firearms, until, link, isReminder }: Props): MailContent {
  const heading = isReminder ? 'We haven’t heard from you yet' : 'Will you take this transfer?'
  const question = `A customer of ours has chosen ${dealer?.name ?? 'your shop'} for the transfer of a firearm we’re building. The private page below takes two minutes: accept or decline, and if you accept, tell us your fee and hours and upload a copy of your license.`
  const nextSteps = `We’re a licensed manufacturer. ${shippingTermsWords[wordsFor(firearms)]}`
  const names = firearms.map(({ name }) => name).join('; ')
  const facts = [
    ...(dealer ? [{ label: 'Dealer', value: `${dealer.name}, ${dealer.city}, ${dealer.state}` }] : []),
    ...firearms.flatMap((sheet) => firearmFacts(sheet, licenseeMark)),
    { label: 'Seller', value: postalMark },
    { label: 'License', value: licenseMark },
    { label: 'Our order', value: orderId },
  ]
  return {
    subject: isReminder
      ? `Reminder: will you take this transfer? ${names}`
      : `Will you take this transfer? ${names}`,
    preview: `Please answer by ${until}.`,
    why: `You’re getting this email because a customer of the ${brand} shop named you as the dealer for a transfer.`,
    body: (
      <>
        <MailHeading>{heading}</MailHeading>
        <MailText>{question}</MailText>
        <MailFacts rows={[...facts, { label: 'Answer by', value: until }]} />
        <MailButton href={link}>Answer</MailButton>
        <MailText>{nextSteps}</MailText>
        <MailNote>
          Anyone who has this link can answer for you. If this isn’t your shop, you can ignore this email.
        </MailNote>
      </>
    ),
    text: [
      heading,
      question,
      ...facts.map(({ label, value }) => `${label}: ${value}`),
      `Answer by ${until}:\n${link}`,
      nextSteps,
    ].join('\n\n'),
  }
}
