import type { ItemClass } from '#app/features/compliance/rules.ts'
import { isNfaClass } from '#app/features/orders/rules/path.ts'
import type { FirearmDescription } from '#app/features/orders/rules/goods.ts'

/** A firearm as its dealer reads it. Empty texts are what the shop's record does not say. */
export type FirearmSheet = FirearmDescription & {
  /** What was bought, on one line: `Noir Vol. 1, Number 3 of 50`. */
  name: string
  /** Null where the record does not say; such an item counts as an NFA item, the stricter way. */
  itemClass: ItemClass | null
  isNfa: boolean
}

type TransferredLine = {
  fulfillment: string
  title: string
  detail: string
  itemClass: ItemClass | null
  firearm: FirearmDescription | null
  returnedAt: Date | null
}

/** The firearms of an order that its dealer is to receive. What was returned is none of them. */
export function firearmSheets(lines: readonly TransferredLine[]): FirearmSheet[] {
  const nothing = { model: '', caliber: '', barrel: '', overall: '' }
  return lines
    .filter(({ fulfillment, returnedAt }) => fulfillment === 'ffl_transfer' && !returnedAt)
    .map(({ title, detail, itemClass, firearm }) => ({
      ...(firearm ?? nothing),
      name: [title, detail].filter(Boolean).join(', '),
      itemClass,
      isNfa: isNfaClass(itemClass),
    }))
}
