import { type MailTheme, mailTheme } from '#app/mail/palette.ts'
import { brand } from '#app/kit/brand.ts'
import type { Plate } from '../rules/goods.ts'
import type { OfferedRow } from '../words/offered.ts'
import type { OrderSubject } from '../words/order-subject.ts'

export type MailedOrder = OrderSubject & {
  orderId: string
  detail: string
  plate: Plate | null
}

/** Why this email was sent: it is transactional. */
export const why = `You’re getting this email because a reservation at the ${brand} shop was made with this address.`

export function itemTitle({ title, detail, plate }: Pick<MailedOrder, 'title' | 'detail' | 'plate'>): string {
  return plate
    ? `${plate.dropName}, number ${plate.unitNumber} of ${plate.total}`
    : [title, detail].filter(Boolean).join(', ')
}

export function themeOf(plate: Plate | null): MailTheme {
  return mailTheme(plate?.theme)
}

export function mailedRows(offered: readonly OfferedRow[]): { label: string; value: string }[] {
  return offered.map(({ term, value }) => ({ label: term, value }))
}

export function orderTitle(props: MailedOrder): string {
  return props.count === 1 ? itemTitle(props) : `${props.count} items`
}
