import { isState } from '#app/features/compliance/rules/states.ts'
import { parseDollars } from '#app/kit/money.ts'
import { clockAt, momentIn } from '#app/kit/zoned-time.ts'

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
  switch (input.kind) {
    case 'list':
      return parseList(input, text)
    case 'yes':
      return ['yes', 'no', ''].includes(text) ? value(text === 'yes') : wrong('Write yes or no')
    case 'states':
      return parseStates(text)
    default:
      return text === '' ? parseEmpty(input) : parseFilled(input, text, context)
  }
}

type FilledInput = Exclude<FieldInput, { kind: 'list' | 'yes' | 'states' }>

function parseEmpty(input: FilledInput): Parsed {
  if ('isOptional' in input && input.isOptional) return value(null)
  return wrong(input.kind === 'choice' ? 'Choose one' : 'Fill this in')
}

function parseFilled(input: FilledInput, text: string, context: FieldContext): Parsed {
  switch (input.kind) {
    case 'text':
      return parseText(input, text)
    case 'number':
      return parseNumber(input, text)
    case 'dollars':
      return parsePrice(input, text)
    case 'percent':
      return parsePercent(text)
    case 'choice':
      return parseChoice(input, text, context)
    case 'moment': {
      const moment = momentIn(context.timeZone, text.replace('T', ' ').slice(0, 16))
      return moment ? value(moment) : wrong('Enter a day and a time that exists, like 2027-01-01 09:00')
    }
    case 'day':
      return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))
        ? value(text)
        : wrong('Enter a day, like 2027-01-01')
  }
}

export type InputOf<Kind extends FieldInput['kind']> = Extract<FieldInput, { kind: Kind }>

function parseText(input: InputOf<'text'>, text: string): Parsed {
  if (text.length > input.max) return wrong(`Keep it under ${input.max} characters`)
  if (input.pattern && !input.pattern.test(text))
    return wrong(input.patternWords ?? 'That is not allowed here')
  return value(input.rows ? text : text.replaceAll(/\s+/g, ' '))
}

function parsePrice({ minCents }: InputOf<'dollars'>, text: string): Parsed {
  const cents = parseDollars(text)
  if (cents === undefined) return wrong('Enter dollars and cents, like 89 or 89.50')
  return cents < minCents ? wrong(`It is at least ${(minCents / 100).toFixed(2)}`) : value(cents)
}

/** In millionths. */
function parsePercent(text: string): Parsed {
  const millionths = /^\d{1,2}(\.\d{1,4})?$/.test(text) ? Math.round(Number(text) * 10_000) : Infinity
  return millionths > 250_000 ? wrong('Enter a percentage up to 25, like 6 or 0.5') : value(millionths)
}

function parseChoice({ options }: InputOf<'choice'>, text: string, context: FieldContext): Parsed {
  const allowed = typeof options === 'string' ? (context.options[options] ?? []) : options
  return allowed.some(([known]) => known === text) ? value(text) : wrong(oneOf(allowed))
}

function oneOf(options: readonly (readonly [string, string])[]): string {
  const known = options.map(([id]) => id)
  if (known.length === 0) return 'There is none to choose yet'
  const more = known.length - namedOptions
  const named = known.slice(0, namedOptions).join(', ')
  return `Choose one of ${named}${more > 0 ? ` and ${more} more` : ''}`
}

const namedOptions = 12

function parseList(input: InputOf<'list'>, text: string): Parsed {
  const lines = text
    .split('\n')
    .map((each) => each.trim().replaceAll(/\s+/g, ' '))
    .filter(Boolean)
  if (lines.length > input.max) return wrong(`At most ${input.max}, one in each row`)
  const bad = lines.find((each) => each.length > 200 || (input.pattern && !input.pattern.test(each)))
  if (bad !== undefined) return wrong(`${bad.slice(0, 40)}: ${input.patternWords ?? 'too long'}`)
  const { parts } = input
  return value(parts ? lines.map((line) => partedRow(parts, line)) : lines)
}

const partedRow = (parts: readonly string[], line: string) => {
  const typed = line.split(';').map((part) => part.trim())
  return Object.fromEntries(parts.map((part, at) => [part, typed[at] ?? '']))
}

function parseNumber(input: InputOf<'number'>, text: string): Parsed {
  const decimals = input.decimals ?? 0
  const pattern = decimals ? new RegExp(`^\\d{1,6}(\\.\\d{1,${decimals}})?$`) : /^-?\d{1,7}$/
  const number = pattern.test(text) ? Number(text) : Number.NaN
  if (Number.isNaN(number)) return wrong(decimals ? 'Enter a number, like 10.3' : 'Enter a whole number')
  return number < input.min || number > input.max
    ? wrong(`Between ${input.min} and ${input.max}`)
    : value(number)
}

function parseStates(text: string): Parsed {
  const codes = text
    .toUpperCase()
    .split(/[\s,;]+/)
    .filter(Boolean)
  const unknown = codes.toSorted().find((code) => !isState(code))
  return unknown ? wrong(`${unknown} is not a state`) : value([...new Set(codes)].toSorted())
}

export function formatField(
  { input }: Field,
  stored: unknown,
  { timeZone }: Pick<FieldContext, 'timeZone'>,
): string {
  if (stored === null || stored === undefined) return input.kind === 'yes' ? 'no' : ''
  switch (input.kind) {
    case 'list':
      return formatList(input, stored)
    case 'dollars':
      return (Number(stored) / 100).toFixed(2)
    case 'percent':
      return String(Number(stored) / 10_000)
    case 'yes':
      return stored ? 'yes' : 'no'
    case 'states':
      return (stored as string[]).join(' ')
    case 'moment':
      return clockAt(timeZone, (stored as Date).getTime())
    default:
      return typeof stored === 'string' ? stored : JSON.stringify(stored)
  }
}

function formatList({ parts }: InputOf<'list'>, stored: unknown): string {
  if (!parts) return (stored as string[]).join('\n')
  const rows = stored as Record<string, string>[]
  return rows.map((row) => parts.map((part) => row[part]).join('; ')).join('\n')
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
