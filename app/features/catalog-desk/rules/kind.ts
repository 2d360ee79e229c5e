import type { PricedKind, StockedKind } from '#app/catalog/rules.ts'
import type { SubjectKind } from '#app/features/photos/rules.ts'
import type { Field, FieldContext, FieldGroup, InputOf } from './fields.ts'

export const catalogKinds = [
  'accessories',
  'categories',
  'patches',
  'platforms',
  'parts',
  'packages',
  'conversions',
  'trust',
  'courses',
  'instructors',
  'shipping',
  'tax',
] as const
export type CatalogKind = (typeof catalogKinds)[number]

export function isCatalogKind(name: string): name is CatalogKind {
  return (catalogKinds as readonly string[]).includes(name)
}

export type KindPlan = {
  title: string
  one: string
  empty: string
  needs?: { options: 'categories' | 'drops'; one: string; path: string }
  /** The column that names an item; null where the shop makes the name. */
  key: string | null
  /** Without a `key`: whether a file changes what is there. It cannot make an item that it has no name for. */
  changesByFile?: true
  listed: readonly string[]
  name: string
  groups: readonly FieldGroup[]
  price?: { kind: PricedKind; column: string; minCents: number }
  /** `column` is what a new item begins with; all else is in the ledger. */
  stock?: { kind: StockedKind; column: string }
  photos?: SubjectKind
  /** Whether changing it needs a recent sign-in. */
  isGuarded?: true
  /** What a new item begins with. */
  usual?: Readonly<Record<string, string>>
  /** Where a new item leads; its key ends the address. */
  next?: { label: string; path: string }
  /** Whether it may be hidden and retired. Dated rows, such as tax rates, end instead. */
  hasState: boolean
  page?: string
}

type Usual = Pick<KindPlan, 'name' | 'hasState'>

/** Most kinds are called by their name, and may be hidden and retired. */
export const kindPlan = (plan: Omit<KindPlan, keyof Usual> & Partial<Usual>): KindPlan => ({
  name: 'name',
  hasState: true,
  ...plan,
})

export function missingFor({ needs }: KindPlan, { options }: Pick<FieldContext, 'options'>) {
  return needs && (options[needs.options] ?? []).length === 0 ? needs : undefined
}

export const isImported = ({ key, changesByFile }: KindPlan) => key !== null || changesByFile === true

export function fieldsOf({ groups }: KindPlan): Field[] {
  return groups.flatMap(({ fields }) => fields)
}

export const plain = (values: readonly string[]) =>
  values.map((each) => [each, each.replaceAll(/[-_]/g, ' ')] as const)

export const text = (max: number, more: Omit<InputOf<'text'>, 'kind' | 'max'> = {}) =>
  ({ kind: 'text', max, ...more }) as const
export const list = (max: number, more: Omit<InputOf<'list'>, 'kind' | 'max'> = {}) =>
  ({ kind: 'list', max, ...more }) as const

export const field = (name: string, label: string, input: Field['input'], hint?: string): Field => ({
  name,
  label,
  input,
  ...(hint !== undefined && { hint }),
})

/** A field that is typed of a new item only. */
export const fixed = (...asked: Parameters<typeof field>): Field => ({ ...field(...asked), isFixed: true })

export const slugInput = {
  kind: 'text',
  max: 60,
  pattern: /^(?!new$|import$)[a-z0-9]([a-z0-9-]*[a-z0-9])?$/,
  patternWords: 'Small letters, digits and hyphens, like weapon-light',
} as const

/** Typed of a new item and in a file; on an item that is there each has its own history. */
export function numberFields({ price, stock }: KindPlan): Field[] {
  return [
    ...(price ? [field('price', 'Price', { kind: 'dollars', minCents: price.minCents })] : []),
    ...(stock ? [piecesField] : []),
  ]
}

const piecesField: Field = field(
  'onShelf',
  'Pieces on the shelf',
  { kind: 'number', min: 0, max: 999_999, isOptional: true },
  'The first entry of its stock ledger',
)

export const positionField: Field = field(
  'position',
  'Place in the list',
  { kind: 'number', min: 0, max: 99_999 },
  'Lower comes first',
)
