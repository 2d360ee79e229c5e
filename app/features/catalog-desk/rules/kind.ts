import type { PricedKind, StockedKind } from '#app/catalog/rules.ts'
import type { SubjectKind } from '#app/features/photos/rules.ts'
import type { Field, FieldContext, FieldGroup } from './fields.ts'

/** The kinds of items that staff edit, as the address of the console names them. */
export const catalogKinds = [
  'accessories',
  'categories',
  'patches',
  'platforms',
  'parts',
  'packages',
  'conversions',
  'releases',
  'trust',
  'shipping',
  'tax',
] as const
export type CatalogKind = (typeof catalogKinds)[number]

/** Is this one of the kinds? */
export function isCatalogKind(name: string): name is CatalogKind {
  return (catalogKinds as readonly string[]).includes(name)
}

/** What the console knows of a kind: its words, its fields and what else it has. */
export type KindPlan = {
  /** `Accessories`, `accessory`. */
  title: string
  one: string
  /** What an empty list would hold, in a sentence. */
  empty: string
  /** What has to be there before: which choices, and where the first is made. */
  needs?: { options: 'categories' | 'drops'; one: string; path: string }
  /** The column that names an item; null where the shop makes the name. */
  key: string | null
  /** Without a `key`: whether a file changes what is there. It cannot make an item that it has no name for. */
  changesByFile?: true
  /** The columns of the list beside the name, as fields. */
  listed: readonly string[]
  /** The column with what an item is called. */
  name: string
  groups: readonly FieldGroup[]
  /** Which dated prices it has, the column with the first, and the lowest allowed, in cents. */
  price?: { kind: PricedKind; column: string; minCents: number }
  stock?: StockedKind
  /** What its photographs are attached to, where pages show any. */
  photos?: SubjectKind
  /** Whether it may be hidden and retired. Dated rows, such as tax rates, end instead. */
  hasState: boolean
  /** Where visitors see it. */
  page?: string
}

/** What has to be made before the first of this kind, if it is missing. */
export function missingFor({ needs }: KindPlan, { options }: Pick<FieldContext, 'options'>) {
  return needs && (options[needs.options] ?? []).length === 0 ? needs : undefined
}

/** Whether a file of such items is imported. */
export const isImported = ({ key, changesByFile }: KindPlan) => key !== null || changesByFile === true

/** Every field of a kind. */
export function fieldsOf({ groups }: KindPlan): Field[] {
  return groups.flatMap(({ fields }) => fields)
}

/** The name that an address or a file gives an item: small letters, digits and hyphens. */
export const slugInput = {
  kind: 'text',
  max: 60,
  pattern: /^(?!new$|import$)[a-z0-9]([a-z0-9-]*[a-z0-9])?$/,
  patternWords: 'Small letters, digits and hyphens, like weapon-light',
} as const

export const positionField: Field = {
  name: 'position',
  label: 'Place in the list',
  hint: 'Lower comes first',
  input: { kind: 'number', min: 0, max: 99_999 },
}
