import { formatCentsExact } from '#app/kit/money.ts'
import { MailButton, MailFacts, MailHeading, MailNote, MailText } from '#app/mail/blocks.tsx'
import type { MailContent } from '#app/mail/layout.tsx'
import { invoiceWords } from '#app/features/orders/words/invoice.ts'
import { type MailedOrder, themeOf, why } from '#app/features/orders/emails/mailed-order.ts'

type Props = Pick<MailedOrder, 'orderId' | 'plate'> & {
  lines: readonly { title: string; detail: string }[]
  amountCents: number
  dueOn: string
  payTo: string
  isOwed: boolean
  link: string
}

export function invoiceMail({
  orderId,
  plate,
  lines,
  amountCents,
  dueOn,
  payTo,
  isOwed,
  link,
}: Props): MailContent {
  const overdue = isOwed ? invoiceWords.owedOverdue : invoiceWords.overdue
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
        <MailNote>{overdue}</MailNote>
      </>
    ),
    text: [
      `Invoice for order ${orderId}: ${amount}, due ${dueOn}.`,
      `For: ${what}.`,
      payTo,
      invoiceWords.name(orderId),
      `Your private link:\n${link}`,
      overdue,
    ].join('\n\n'),
  }
}
