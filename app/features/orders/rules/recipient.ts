import { stateName } from '#app/features/compliance/rules/states.ts'
import { needsOf } from './needs.ts'
import type { OrderView } from '../store/read.server.ts'

/** The recipient of a quoted order with shipping, or `null`. */
export function recipientOf(order: OrderView): Recipient | null {
  if (!needsOf(order.lines).shipping || !order.quotedAt) return null
  const { shipStreet, shipLine2, shipCity, shipState, shipZip, shipCounty } = order
  return {
    name: order.buyerName ?? '',
    email: order.buyerEmail ?? '',
    lines: [
      ...(shipStreet ? [shipStreet] : []),
      ...(shipLine2 ? [shipLine2] : []),
      `${shipCity}, ${shipState} ${shipZip}`,
      ...(shipCounty ? [`${shipCounty} County, ${stateName(shipState ?? '')}`] : []),
    ],
    shipping: order.shippingName ?? '',
  }
}

export type Recipient = {
  name: string
  email: string
  lines: readonly string[]
  shipping: string
}
