import type { PricedKind, StockedKind } from '#app/catalog/rules.ts'
import type { SubjectKind } from '#app/features/photos/rules.ts'
import { isState } from '#app/features/compliance/rules/states.ts'
import { parseDollars } from '#app/kit/money.ts'
import { clockAt, momentIn } from '#app/kit/dates.ts'

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

type More<Kind extends FieldInput['kind']> = Partial<Omit<InputOf<Kind>, 'kind' | 'isOptional'>>

export const text = (max: number, more: More<'text'> = {}) => ({ kind: 'text', max, ...more }) as const
export const list = (max: number, more: More<'list'> = {}) => ({ kind: 'list', max, ...more }) as const
export const number = (min: number, max: number, more: More<'number'> = {}) =>
  ({ kind: 'number', min, max, ...more }) as const
export const dollars = (minCents: number) => ({ kind: 'dollars', minCents }) as const
export const choice = (options: InputOf<'choice'>['options']) => ({ kind: 'choice', options }) as const
export const yes = { kind: 'yes' } as const
export const day = { kind: 'day' } as const
export const moment = { kind: 'moment' } as const
export const optional = <Input extends FieldInput>(input: Input) => ({ ...input, isOptional: true }) as const

export const field = (name: string, label: string, input: FieldInput, hint?: string): Field => ({
  name,
  label,
  input,
  ...(hint !== undefined && { hint }),
})

/** A field that is typed of a new item only. */
export const fixed = (...asked: Parameters<typeof field>): Field => ({ ...field(...asked), isFixed: true })

export const group = (
  heading: string | Pick<FieldGroup, 'title' | 'note'>,
  fields: readonly Field[],
): FieldGroup => ({ ...(typeof heading === 'string' ? { title: heading } : heading), fields })

export const slugInput = {
  kind: 'text',
  max: 60,
  pattern: /^(?!new$|import$)[a-z0-9]([a-z0-9-]*[a-z0-9])?$/,
  patternWords: 'Small letters, digits and hyphens, like weapon-light',
} as const

/** Typed of a new item and in a file; on an item that is there each has its own history. */
export function numberFields({ price, stock }: KindPlan): Field[] {
  return [
    ...(price ? [field('price', 'Price', dollars(price.minCents))] : []),
    ...(stock ? [piecesField] : []),
  ]
}

const piecesField: Field = field(
  'onShelf',
  'Pieces on the shelf',
  optional(number(0, 999_999)),
  'The first entry of its stock ledger',
)

export const positionField: Field = field(
  'position',
  'Place in the list',
  number(0, 99_999),
  'Lower comes first',
)

type OptionSource = 'categories' | 'drops' | 'platforms' | `parts:${string}`

/** How a field is typed. An `isOptional` one may be empty, and is then `null`. */
type FieldInput =
  | { kind: 'text'; max: number; isOptional?: true; rows?: number; pattern?: RegExp; patternWords?: string }
  /** With `parts` each row has several, between semicolons. */
  | { kind: 'list'; max: number; pattern?: RegExp; patternWords?: string; parts?: readonly string[] }
  | { kind: 'number'; min: number; max: number; decimals?: number; isOptional?: true }
  | { kind: 'dollars'; minCents: number; isOptional?: true }
  | { kind: 'percent' }
  | {
      kind: 'choice'
      options: readonly (readonly [value: string, words: string])[] | OptionSource
      isOptional?: true
    }
  | { kind: 'yes' }
  | { kind: 'states' }
  | { kind: 'moment'; isOptional?: true }
  | { kind: 'day'; isOptional?: true }

export type Field = {
  name: string
  label: string
  hint?: string
  input: FieldInput
  isFixed?: true
}

export type FieldGroup = { title: string; note?: string; fields: readonly Field[] }

export type FieldContext = {
  timeZone: string
  options: Partial<Record<OptionSource, readonly (readonly [string, string])[]>>
}

type Parsed = { ok: true; value: unknown } | { ok: false; why: string }
const value = (parsed: unknown): Parsed => ({ ok: true, value: parsed })
const wrong = (why: string): Parsed => ({ ok: false, why })

export function parseField({ input }: Field, typed: string, context: FieldContext): Parsed {
  const text = typed.replaceAll('\r\n', '\n').trim()
  if (text === '' && !kinds[input.kind].takesEmpty) {
    if ('isOptional' in input && input.isOptional) return value(null)
    return wrong(input.kind === 'choice' ? 'Choose one' : 'Fill this in')
  }
  return kinds[input.kind].parse(text, input as never, context)
}

export function formatField(
  { input }: Field,
  stored: unknown,
  { timeZone }: Pick<FieldContext, 'timeZone'>,
): string {
  if (stored === null || stored === undefined) return input.kind === 'yes' ? 'no' : ''
  const { format = usualText } = kinds[input.kind]
  return format(stored, timeZone, input as never)
}

const usualText = (stored: unknown) => (typeof stored === 'string' ? stored : JSON.stringify(stored))

type InputOf<Kind extends FieldInput['kind']> = Extract<FieldInput, { kind: Kind }>

type InputKind<Input> = {
  parse: (text: string, input: Input, context: FieldContext) => Parsed
  format?: (stored: unknown, timeZone: string, input: Input) => string
  /** What is empty says something, too: no entry, or no. */
  takesEmpty?: true
}

const kinds: { readonly [Kind in FieldInput['kind']]: InputKind<InputOf<Kind>> } = {
  text: {
    parse(text, { max, pattern, patternWords = 'That is not allowed here', rows }) {
      if (text.length > max) return wrong(`Keep it under ${max} characters`)
      if (pattern && !pattern.test(text)) return wrong(patternWords)
      return value(rows ? text : text.replaceAll(/\s+/g, ' '))
    },
  },
  list: {
    takesEmpty: true,
    parse(text, { max, pattern, patternWords = 'too long', parts }) {
      const lines = text
        .split('\n')
        .map((each) => each.trim().replaceAll(/\s+/g, ' '))
        .filter(Boolean)
      if (lines.length > max) return wrong(`At most ${max}, one in each row`)
      const bad = lines.find((each) => each.length > 200 || (pattern && !pattern.test(each)))
      if (bad !== undefined) return wrong(`${bad.slice(0, 40)}: ${patternWords}`)
      return value(parts ? lines.map((line) => partedRow(parts, line)) : lines)
    },
    format(stored, _, { parts }) {
      if (!parts) return (stored as string[]).join('\n')
      const rows = stored as Record<string, string>[]
      return rows.map((row) => parts.map((part) => row[part]).join('; ')).join('\n')
    },
  },
  number: {
    parse(text, { min, max, decimals = 0 }) {
      const pattern = decimals ? new RegExp(`^\\d{1,6}(\\.\\d{1,${decimals}})?$`) : /^-?\d{1,7}$/
      if (!pattern.test(text)) return wrong(decimals ? 'Enter a number, like 10.3' : 'Enter a whole number')
      const number = Number(text)
      return number < min || number > max ? wrong(`Between ${min} and ${max}`) : value(number)
    },
  },
  dollars: {
    parse(text, { minCents }) {
      const cents = parseDollars(text)
      if (cents === undefined) return wrong('Enter dollars and cents, like 89 or 89.50')
      return cents < minCents ? wrong(`It is at least ${(minCents / 100).toFixed(2)}`) : value(cents)
    },
    format: (stored) => (Number(stored) / 100).toFixed(2),
  },
  /** In millionths. */
  percent: {
    parse(text) {
      const millionths = /^\d{1,2}(\.\d{1,4})?$/.test(text) ? Math.round(Number(text) * 10_000) : Infinity
      return millionths > 250_000 ? wrong('Enter a percentage up to 25, like 6 or 0.5') : value(millionths)
    },
    format: (stored) => String(Number(stored) / 10_000),
  },
  choice: {
    parse(text, { options }, context) {
      const allowed = typeof options === 'string' ? (context.options[options] ?? []) : options
      return allowed.some(([known]) => known === text) ? value(text) : wrong(oneOf(allowed))
    },
  },
  yes: {
    takesEmpty: true,
    parse: (text) => (['yes', 'no', ''].includes(text) ? value(text === 'yes') : wrong('Write yes or no')),
    format: (stored) => (stored ? 'yes' : 'no'),
  },
  states: {
    takesEmpty: true,
    parse(text) {
      const codes = text
        .toUpperCase()
        .split(/[\s,;]+/)
        .filter(Boolean)
        .toSorted()
      const unknown = codes.find((code) => !isState(code))
      return unknown ? wrong(`${unknown} is not a state`) : value([...new Set(codes)])
    },
    format: (stored) => (stored as string[]).join(' '),
  },
  moment: {
    parse(text, _, { timeZone }) {
      const moment = momentIn(timeZone, text.replace('T', ' ').slice(0, 16))
      return moment ? value(moment) : wrong('Enter a day and a time that exists, like 2027-01-01 09:00')
    },
    format: (stored, timeZone) => clockAt(timeZone, (stored as Date).getTime()),
  },
  day: {
    parse: (text) =>
      /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))
        ? value(text)
        : wrong('Enter a day, like 2027-01-01'),
  },
}

function partedRow(parts: readonly string[], line: string) {
  const typed = line.split(';').map((part) => part.trim())
  return Object.fromEntries(parts.map((part, at) => [part, typed[at] ?? '']))
}

const namedOptions = 12

function oneOf(options: readonly (readonly [string, string])[]): string {
  if (options.length === 0) return 'There is none to choose yet'
  const named = options.slice(0, namedOptions).map(([id]) => id)
  const more = options.length - named.length
  return `Choose one of ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

export function valueIn(row: Record<string, unknown>, name: string): unknown {
  const [column = '', ...inside] = name.split('.')
  return inside.reduce<unknown>(
    (document, key) =>
      typeof document === 'object' && document !== null
        ? (document as Record<string, unknown>)[key]
        : undefined,
    row[column],
  )
}

export function columnsOfValues(values: ReadonlyMap<string, unknown>): Record<string, unknown> {
  const row: Record<string, unknown> = {}
  for (const [name, stored] of values) {
    const [column = '', ...inside] = name.split('.')
    if (inside.length === 0) row[column] = stored
    else putInside((row[column] ??= {}) as Record<string, unknown>, inside, stored)
  }
  return row
}

function putInside(document: Record<string, unknown>, [key = '', ...inside]: string[], stored: unknown) {
  if (stored === null || (Array.isArray(stored) && stored.length === 0)) return
  if (inside.length === 0) document[key] = stored
  else putInside((document[key] ??= {}) as Record<string, unknown>, inside, stored)
}
