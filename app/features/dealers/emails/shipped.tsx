import { MailButton, MailFacts, MailHeading, MailText } from '#app/mail/blocks.tsx'
import { brand } from '#app/kit/brand.ts'
import type { MailContent } from '#app/mail/layout.tsx'
import { licenseeMark, licenseMark, postalMark } from '#app/mail/sender.ts'
import { rowsText } from '#app/mail/rows-text.ts'
import type { FirearmSheet } from '../rules/firearm-sheet.ts'
import { correctedShippedWords, firearmFacts, shippedWords } from '../words.ts'

type Props = {
  orderId: string
  firearms: readonly FirearmSheet[]
  shipment: { text: string; url: string | null }
  isCorrection?: boolean | undefined
}

/** Tells the dealer that a firearm is on its way to them, or its right tracking number. It names no buyer: the dealer knows them by our order. */
export function shippedMail({ orderId, firearms, shipment, isCorrection }: Props): MailContent {
  const { track } = shippedWords
  const { heading, text } = isCorrection ? correctedShippedWords : shippedWords
  const facts = [
    ...firearms.flatMap((sheet) => firearmFacts(sheet, licenseeMark)),
    { label: 'Seller', value: postalMark },
    { label: 'License', value: licenseMark },
    { label: 'Tracking', value: shipment.text },
    { label: 'Our order', value: orderId },
  ]
  return {
    subject: `${heading}: ${firearms.map(({ name }) => name).join('; ')}`,
    preview: text,
    why: `You’re getting this email because you agreed to receive a transfer for a customer of the ${brand} shop.`,
    body: (
      <>
        <MailHeading>{heading}</MailHeading>
        <MailText>{text}</MailText>
        <MailFacts rows={facts} />
        {shipment.url && <MailButton href={shipment.url}>{track}</MailButton>}
      </>
    ),
    text: [heading, text, rowsText(facts), ...(shipment.url ? [`${track}:\n${shipment.url}`] : [])].join(
      '\n\n',
    ),
  }
}
