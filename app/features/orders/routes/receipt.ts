import { postalLine } from '#app/facts/facts.ts'
import { shopContext } from '#app/http/context.server.ts'
import { notFound } from '#app/http/not-found.ts'
import { tooManyWords } from '#app/http/refused.ts'
import { formatDay } from '#app/kit/date-format.ts'
import { requireOwnHistory } from '../access.server.ts'
import { writeReceipt } from '../documents/receipt.server.ts'
import { findOffered } from '../store/shown-lines.server.ts'
import { sellablesContext } from '../store/lines.server.ts'
import { recipientOf } from '../quote.ts'
import type { Route } from './+types/receipt'
import { showReceipt } from './shown-order.server.ts'

export async function loader(args: Route.LoaderArgs) {
  const shop = args.context.get(shopContext)
  const { order } = await requireOwnHistory(args)
  const limit = await shop.limits.take('document', order.id)
  if (!limit.ok) throw new Response(tooManyWords(limit.retryAfterSeconds), { status: 429 })
  const facts = shop.facts()
  const receipt = showReceipt(order, {
    timeZone: shop.timeZone,
    seller: postalLine(facts),
  })
  if (!receipt)
    throw notFound('No Receipt Yet', {
      text: 'A receipt is made once the order is paid.',
      link: { to: `/orders/${order.id}`, label: 'Your Order' },
    })
  const { legalName, licenseLine, phone, email } = facts
  const address = postalLine({ ...facts, legalName: '' })
  const to = recipientOf(order)
  const buyer = to ? [to.name, ...to.lines] : [order.buyerName ?? '', order.buyerEmail ?? ''].filter(Boolean)
  const now = shop.now()
  const file = await writeReceipt(receipt, {
    seller: { name: legalName, address, licenseLine, phone, email },
    buyer,
    at: now,
    on: formatDay(now, shop.timeZone),
    offered: await findOffered(shop, args.context.get(sellablesContext), order.lines),
  })
  return new Response(file as Uint8Array<ArrayBuffer>, {
    headers: {
      'Content-Type': 'application/pdf',
      'Content-Disposition': `attachment; filename="receipt-${order.id}.pdf"`,
    },
  })
}
