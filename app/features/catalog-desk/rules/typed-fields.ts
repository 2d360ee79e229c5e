import type { TypedItem } from './item-form.ts'
import { type CatalogKind, fieldsOf } from './kind.ts'
import { kindPlans } from './kinds.ts'

/** A field of a form as text: a file, or nothing, is empty. */
export function textOf(form: FormData, name: string): string {
  const sent = form.get(name)
  return typeof sent === 'string' ? sent : ''
}

/** The fields of a kind that a form may send. */
export function typedFields(kind: CatalogKind, form: FormData): TypedItem {
  return Object.fromEntries(
    fieldsOf(kindPlans[kind]).flatMap(({ name, input }) => {
      const sent = form.get(name)
      if (typeof sent === 'string') return [[name, sent]]
      return input.kind === 'yes' ? [[name, 'no']] : []
    }),
  )
}
