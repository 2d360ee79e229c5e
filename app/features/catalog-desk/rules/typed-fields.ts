import type { TypedItem } from './item-form.ts'
import { type CatalogKind, fieldsOf } from './kind.ts'
import { kindPlans } from './kinds.ts'

/** The fields of an item as a form sent them. A box that is not ticked is not sent, and says no. */
export function typedFields(kind: CatalogKind, sent: Readonly<Record<string, unknown>>): TypedItem {
  return Object.fromEntries(
    fieldsOf(kindPlans[kind]).flatMap(({ name, input }) => {
      const value = sent[name]
      if (typeof value === 'string') return [[name, value]]
      return input.kind === 'yes' ? [[name, 'no']] : []
    }),
  )
}
