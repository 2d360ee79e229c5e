import type { TypedItem } from './item-form.ts'
import { type CatalogKind, fieldsOf } from './kind.ts'
import { kindPlans } from './kinds.ts'

export function textOf(form: FormData, name: string): string {
  const sent = form.get(name)
  return typeof sent === 'string' ? sent : ''
}

export function typedFields(kind: CatalogKind, form: FormData): TypedItem {
  return Object.fromEntries(
    fieldsOf(kindPlans[kind]).flatMap(({ name, input }) => {
      const sent = form.get(name)
      if (typeof sent === 'string') return [[name, sent]]
      return input.kind === 'yes' ? [[name, 'no']] : []
    }),
  )
}
