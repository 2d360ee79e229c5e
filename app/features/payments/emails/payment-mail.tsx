import { lowerFirst } from '#app/kit/lower-first.ts'
import { formatCents } from '#app/kit/money.ts'
import { brand } from '#app/kit/brand.ts'
import { MailButton, MailFacts, MailHeading, MailNote, MailText } from '#app/mail/blocks.tsx'
import type { MailContent } from '#app/mail/layout.tsx'
import { subjectNounOf } from '#app/features/orders/words/order-subject.ts'
import { type MailedOrder, themeOf, orderTitle } from '#app/features/orders/emails/mailed-order.ts'
import { rowsText } from '#app/mail/rows-text.ts'

export type PaymentMailProps = MailedOrder & {
  amountCents: number
  link: string
}

export type HoldLeft = { until: string } | { until: null; shopLink: { label: string; href: string } }

type PaymentMail = {
  subject: string
  heading: string
  paragraphs: readonly string[]
  button: { label: string; href: string }
}

const why = `You’re getting this email because an order at the ${brand} shop was made with this address.`

const linkNote = 'Anyone who has the link in this email can see your order.'

export function paymentMail(
  props: PaymentMailProps,
  { subject, heading, paragraphs, button }: PaymentMail,
): MailContent {
  const { orderId, amountCents, link, plate } = props
  const facts = [
    { label: 'Order', value: orderId },
    { label: 'For', value: orderTitle(props) },
    { label: 'Amount', value: formatCents(amountCents) },
  ]
  const opensOrder = button.href === link
  return {
    subject,
    preview: paragraphs[0] ?? '',
    theme: themeOf(plate),
    why,
    body: (
      <>
        <MailHeading>{heading}</MailHeading>
        {paragraphs.map((paragraph) => (
          <MailText key={paragraph}>{paragraph}</MailText>
        ))}
        <MailButton href={button.href}>{button.label}</MailButton>
        <MailFacts rows={facts} />
        {!opensOrder && <MailButton href={link}>Open your order</MailButton>}
        <MailNote>{linkNote}</MailNote>
      </>
    ),
    text: [
      `${heading}.`,
      ...paragraphs,
      ...(opensOrder ? [] : [`${button.label}:\n${button.href}`]),
      `${opensOrder ? button.label : 'Open your order'}:\n${link}`,
      rowsText(facts),
      linkNote,
    ].join('\n\n'),
  }
}

/** The subject at the start of a sentence: `Number 7`, `Your build slot`, `Your order`. */
export function subjectOf({ plate, kind, count }: MailedOrder): string {
  const noun = subjectNounOf({ plate, kind, count })
  if (noun === 'number' && plate) return `Number ${plate.unitNumber}`
  return noun === 'slot' ? 'Your build slot' : 'Your order'
}

export function nextStep(props: MailedOrder & { link: string; hold: HoldLeft }): {
  paragraph: string
  button: { label: string; href: string }
} {
  const { hold, link } = props
  const subject = subjectOf(props)
  if (hold.until !== null)
    return {
      paragraph: `${subject} is still held for you until ${hold.until}. Pay again before then to keep it.`,
      button: { label: 'Pay again', href: link },
    }
  const isOrder = subject === 'Your order'
  return {
    paragraph: isOrder
      ? 'Your hold has ended, so the items are available to others again. If they’re still in stock, you can order them again.'
      : `Your hold has ended, so ${lowerFirst(subject)} is available to others again. If it hasn’t sold, you can still buy it.`,
    button: hold.shopLink,
  }
}
