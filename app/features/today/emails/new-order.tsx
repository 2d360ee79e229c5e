import { MailButton, MailFacts, MailHeading } from '#app/mail/blocks.tsx'
import type { MailContent } from '#app/mail/layout.tsx'
import { formatCentsExact } from '#app/kit/money.ts'
import { rowsText } from '#app/mail/rows-text.ts'

type Props = {
  orderId: string
  /** The reservation that it pays the balance of; `null` for any other order. */
  balanceOf: string | null
  lines: readonly { title: string; detail: string; quantity: number }[]
  paidCents: number
  /** `review`: a person decides before it moves on. */
  needsReview: boolean
  hasGoods: boolean
  isRefunded: boolean
  publicUrl: string
}

/** Tells staff that an order was paid. It names the goods and not the buyer: the sheet does, to whoever is signed in. */
export function newOrderMail(order: Props): MailContent {
  const { orderId, balanceOf } = order
  const link = `${order.publicUrl}/staff/orders/${balanceOf ?? orderId}`
  const name = balanceOf ? `Order ${balanceOf}, its balance` : `Order ${orderId}`
  const title = `${name}: ${formatCentsExact(order.paidCents)}`
  const next = order.isRefunded
    ? ['It was refunded.']
    : [
        order.needsReview ? 'Decide its review.' : '',
        order.hasGoods ? 'Pack and send its goods.' : '',
      ].filter(Boolean)
  const rows = [
    ...order.lines.map(({ title: goods, detail, quantity }) => ({
      label: `${quantity} ×`,
      value: [goods, detail].filter(Boolean).join(', '),
    })),
    { label: 'Next', value: next.join(' ') || 'Nothing is due yet.' },
  ]
  return {
    subject: title,
    preview: order.lines.map((line) => line.title).join(', '),
    why: 'You get this because you run the shop.',
    body: (
      <>
        <MailHeading>{title}</MailHeading>
        <MailFacts rows={rows} />
        <MailButton href={link}>Open the order</MailButton>
      </>
    ),
    text: [title, rowsText(rows), link].join('\n\n'),
  }
}
