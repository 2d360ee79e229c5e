import { type MailTheme, palettes } from '#app/mail/palette.ts'
import type { Plate } from '../sellable.ts'
import type { OrderSubject } from '../words/order-subject.ts'

/** What every mail about an order says of it. */
export type MailedOrder = OrderSubject & {
  orderId: string
  detail: string
  plate: Plate | null
}

/** Why these mails come: they answer an order and are no advertising. */
export const why = 'You get this mail because a reservation at the PACo shop was made with this address.'

/** What was bought, on one line: `Guerrilla Vol. 1, number 7 of 50`. */
export function itemTitle({ title, detail, plate }: Pick<MailedOrder, 'title' | 'detail' | 'plate'>): string {
  return plate
    ? `${plate.dropName}, number ${plate.unitNumber} of ${plate.total}`
    : [title, detail].filter(Boolean).join(', ')
}

/** A drop's mails wear the drop's theme; one the mails do not know, the shop's. */
export function themeOf(plate: Plate | null): MailTheme {
  return plate && plate.theme in palettes ? (plate.theme as MailTheme) : 'noir'
}

/** The order in a subject and in the facts: `Guerrilla Vol. 1, number 7 of 50`, or what a single line is called. */
export function orderTitle(props: MailedOrder): string {
  return props.count === 1 ? itemTitle(props) : `${props.count} items`
}
