import { brand } from '#app/kit/brand.ts'
import {
  type Block,
  type Fact,
  facts,
  type Letter,
  paragraphs,
  type MailTheme,
  mailTheme,
} from '#app/mail/letter.ts'
import type { Plate } from './goods.ts'
import type { OfferedRow } from './offered.ts'
import type { orderSubject } from './subject.ts'

export type MailedOrder = ReturnType<typeof orderSubject> & { orderId: string }

export const why = {
  reserved: `You’re getting this email because a reservation at the ${brand} shop was made with this address.`,
  ordered: `You’re getting this email because something was ordered at the ${brand} shop with this address.`,
  order: `You’re getting this email because an order at the ${brand} shop was made with this address.`,
}

export const linkNote = 'Anyone who has this link can see your order.'

export function itemTitle({ title, detail, plate }: Pick<MailedOrder, 'title' | 'detail' | 'plate'>): string {
  return plate
    ? `${plate.dropName}, number ${plate.unitNumber} of ${plate.total}`
    : [title, detail].filter(Boolean).join(', ')
}

export function orderTitle(order: MailedOrder): string {
  return order.count === 1 ? itemTitle(order) : `${order.count} items`
}

export function themeOf(plate: Plate | null): MailTheme {
  return mailTheme(plate?.theme)
}

export function offeredFacts(offered: readonly OfferedRow[]): Fact[] {
  return offered.map(({ term, value }) => ({ label: term, value }))
}

type Told = {
  heading: string
  /** Where it is not the heading. */
  subject?: string
  text: string
  because?: keyof typeof why
  /** What follows heading and text. */
  blocks: readonly Block[]
}

/** Every letter about an order: its heading, what it means, and the rest. */
export function orderLetter({ plate }: Pick<MailedOrder, 'plate'>, told: Told): Letter {
  const { heading, subject = heading, text, because = 'reserved', blocks } = told
  return {
    subject,
    preview: text,
    theme: themeOf(plate),
    why: why[because],
    blocks: [{ heading }, { text }, ...blocks],
  }
}

export function noticeLetter(
  order: MailedOrder,
  notice: {
    heading: string
    texts: readonly string[]
    rows?: readonly Fact[]
    button?: string
    link: string
  },
): Letter {
  const { heading, texts, rows = [], button = 'Open your order', link } = notice
  const [text = '', ...more] = texts
  const what = itemTitle(order)
  return orderLetter(order, {
    heading,
    subject: `${heading}: ${what}`,
    text,
    blocks: [
      ...paragraphs(more),
      { facts: [...rows, ...facts({ Order: order.orderId, For: what })] },
      { button, href: link },
      { note: linkNote },
    ],
  })
}
