import type { ItemClass } from '#app/features/compliance/rules.ts'
import { isNfaClass } from '#app/features/orders/stages.ts'
import type { FirearmDescription } from '#app/features/orders/goods.ts'

export type FirearmSheet = FirearmDescription & {
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
