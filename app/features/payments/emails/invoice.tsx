import { formatCentsExact } from '#app/kit/money.ts'
import { MailButton, MailFacts, MailHeading, MailNote, MailText } from '#app/mail/blocks.tsx'
import type { MailContent } from '#app/mail/layout.tsx'
import { invoiceWords } from '#app/features/orders/words/invoice.ts'
import { type MailedOrder, themeOf, why } from '#app/features/orders/emails/mailed-order.ts'

type Props = Pick<MailedOrder, 'orderId' | 'plate'> & {
  /** What is invoiced, line by line, as it stands on the order. */
  lines: readonly { title: string; detail: string }[]
  amountCents: number
  /** The last day to pay, in words. */
  dueOn: string
  /** How to pay, in the shop's own words. */
  payTo: string
  /** The private link: with it, whoever reads this mail opens the order. */
  link: string
}

/** The invoice of an order that is paid by hand: what for, how much, until when, and how. */
export function invoiceMail({ orderId, plate, lines, amountCents, dueOn, payTo, link }: Props): MailContent {
  const amount = formatCentsExact(amountCents)
  const items = lines.map(({ title, detail }) => [title, detail].filter(Boolean).join(', '))
  const what = items.join('; ')
  return {
    subject: `Invoice for order ${orderId}: ${amount} by ${dueOn}`,
    preview: `Everything is held for you until ${dueOn}.`,
    theme: themeOf(plate),
    why,
    body: (
      <>
        <MailHeading>Your invoice</MailHeading>
        <MailText>{invoiceWords.text(amountCents, dueOn)}</MailText>
        <MailFacts
          rows={[
            { label: 'Order', value: orderId },
            { label: 'For', value: what },
            { label: 'Amount', value: amount },
            { label: 'Due', value: dueOn },
          ]}
        />
        {payTo.split('\n').map((line) => (
          <MailText key={line}>{line}</MailText>
        ))}
        <MailText>{invoiceWords.name(orderId)}</MailText>
        <MailButton href={link}>Open your order</MailButton>
        <MailNote>{invoiceWords.overdue}</MailNote>
      </>
    ),
    text: [
      `Invoice for order ${orderId}: ${amount}, due ${dueOn}.`,
      `For: ${what}.`,
      payTo,
      invoiceWords.name(orderId),
      `Your private link:\n${link}`,
      invoiceWords.overdue,
    ].join('\n\n'),
  }
}
