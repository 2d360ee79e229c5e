import { z } from 'zod'
import { findGatheredOrders, gatherStaffMail, type GatheredOrder } from '#app/features/orders/mails.server.ts'
import type { Shop } from '#app/http/context.server.ts'
import { defineJob, type Job } from '#app/jobs/job.ts'
import { mailJob } from '#app/mail/mail-job.server.ts'
import { formatCount } from '#app/kit/text.ts'
import { formatCentsExact } from '#app/kit/money.ts'
import { facts, type Letter } from '#app/mail/letter.ts'

export function todayJobs(findDesk: (shop: Shop) => Promise<string | undefined>): readonly Job[] {
  const gather = defineJob({
    name: 'gather-staff-orders',
    payload: z.object({}),
    every: '* * * * *',
    run: ({ db, now }) => gatherStaffMail(db, now()),
  })
  const mailNewOrders = mailJob('mail-staff-orders', {
    payload: z.object({ at: z.iso.datetime() }),
    key: ({ at }) => `staff-orders:${at}`,
    async write(shop, { at }) {
      const to = await findDesk(shop)
      const letter = newOrdersLetter(await findGatheredOrders(shop.db, new Date(at)), shop.publicUrl)
      // Without an address yet they are mailed to nobody: orders that follow are mailed once there is one.
      return letter && to ? { to, letter } : undefined
    },
  })
  return [gather, mailNewOrders]
}

const maxNamed = 5
const why = 'You get this because you run the shop.'

/** Tells staff which orders were paid: one as it is, several by their number. It names the goods and not the buyers. */
export function newOrdersLetter(orders: readonly GatheredOrder[], publicUrl: string): Letter | undefined {
  const [order, ...others] = orders
  if (!order) return undefined
  return others.length > 0 ? severalOrders(orders, publicUrl) : oneOrder(order, publicUrl)
}

function severalOrders(orders: readonly GatheredOrder[], publicUrl: string): Letter {
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
  return {
    subject: title,
    preview: rows.map(({ label, value }) => `${label}: ${value}`).join(', ') || 'Nothing is due yet.',
    why,
    blocks: [
      { heading: title },
      { facts: rows },
      {
        facts: [
          ...named.map((order) => ({ label: order.balanceOf ?? order.id, value: describe(order) })),
          ...facts({ And: unnamed > 0 ? `${formatCount(unnamed)} more in the list` : '' }),
        ],
      },
      { button: 'Open the orders', href: `${publicUrl}/staff/orders` },
    ],
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

/** Its buyer is not named: the sheet does so, to whoever is signed in. */
function oneOrder(order: GatheredOrder, publicUrl: string): Letter {
  const { id, balanceOf, lines, paidCents, needsReview, isToShip } = order
  const title = `${balanceOf ? `Order ${balanceOf}, its balance` : `Order ${id}`}: ${formatCentsExact(paidCents)}`
  const due = [needsReview ? 'Decide its review.' : '', isToShip ? 'Pack and send its goods.' : '']
  const next = isRefunded(order) ? 'It was refunded.' : due.filter(Boolean).join(' ')
  return {
    subject: title,
    preview: lines.map((line) => line.title).join(', '),
    why,
    blocks: [
      { heading: title },
      {
        facts: [
          ...lines.map(({ title: goods, detail, quantity }) => ({
            label: `${quantity} ×`,
            value: [goods, detail].filter(Boolean).join(', '),
          })),
          { label: 'Next', value: next || 'Nothing is due yet.' },
        ],
      },
      { button: 'Open the order', href: `${publicUrl}/staff/orders/${balanceOf ?? id}` },
    ],
  }
}
