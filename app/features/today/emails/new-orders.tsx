import type { GatheredOrder } from '#app/features/orders/store/staff-mails.server.ts'
import { formatCount } from '#app/kit/count.ts'
import { formatCentsExact } from '#app/kit/money.ts'
import { MailButton, MailFacts, MailHeading } from '#app/mail/blocks.tsx'
import type { MailContent } from '#app/mail/layout.tsx'
import { rowsText } from '#app/mail/rows-text.ts'

const maxNamed = 5

/** Tells staff which orders were paid: one as it is, several by their number. It names the goods and not the buyers. */
export function newOrdersMail(orders: readonly GatheredOrder[], publicUrl: string): MailContent | undefined {
  const [order, ...others] = orders
  if (!order) return undefined
  if (others.length > 0) return severalOrdersMail(orders, publicUrl)
  const { id: orderId, balanceOf, lines, paidCents, needsReview, isToShip: hasGoods } = order
  return newOrderMail({
    orderId,
    balanceOf,
    lines,
    paidCents,
    needsReview,
    hasGoods,
    isRefunded: isRefunded(order),
    publicUrl,
  })
}

function severalOrdersMail(orders: readonly GatheredOrder[], publicUrl: string): MailContent {
  const total = orders.reduce((sum, { paidCents }) => sum + paidCents, 0)
  const title = `${formatCount(orders.length)} orders: ${formatCentsExact(total)}`
  const review = orders.filter(({ needsReview }) => needsReview)
  const goods = orders.filter(({ isToShip }) => isToShip)
  const refunded = orders.filter(isRefunded)
  const others = orders.filter((order) => !isRefunded(order))
  const named = [...new Set([...review, ...goods, ...others, ...refunded])].slice(0, maxNamed)
  const unnamed = orders.length - named.length
  const rows = [
    { label: 'To review', value: formatCount(review.length) },
    { label: 'To send', value: formatCount(goods.length) },
    { label: 'Refunded', value: formatCount(refunded.length) },
  ].filter(({ value }) => value !== '0')
  const list = [
    ...named.map((order) => ({ label: order.balanceOf ?? order.id, value: describe(order) })),
    ...(unnamed > 0 ? [{ label: 'And', value: `${formatCount(unnamed)} more in the list` }] : []),
  ]
  const link = `${publicUrl}/staff/orders`
  return {
    subject: title,
    preview: rows.map(({ label, value }) => `${label}: ${value}`).join(', ') || 'Nothing is due yet.',
    why: 'You get this because you run the shop.',
    body: (
      <>
        <MailHeading>{title}</MailHeading>
        {rows.length > 0 && <MailFacts rows={rows} />}
        <MailFacts rows={list} />
        <MailButton href={link}>Open the orders</MailButton>
      </>
    ),
    text: [title, rowsText(rows), rowsText(list), link].filter(Boolean).join('\n\n'),
  }
}

function describe(order: GatheredOrder): string {
  const [first, ...more] = order.lines
  const goods = [first?.title, first?.detail, more.length > 0 ? `and ${more.length} more` : '']
  const next = isRefunded(order) ? 'refunded' : order.needsReview ? 'to review' : ''
  return [`${goods.filter(Boolean).join(', ')}: ${formatCentsExact(order.paidCents)}`, next]
    .filter(Boolean)
    .join(', ')
}

const isRefunded = ({ state }: GatheredOrder) => state === 'refunded'

type Props = {
  orderId: string
  /** The reservation that it pays the balance of; `null` for any other order. */
  balanceOf: string | null
  lines: readonly { title: string; detail: string; quantity: number }[]
  paidCents: number
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
