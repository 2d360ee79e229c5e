import { isState } from '#app/features/compliance/rules/states.ts'
import { type ReceivingType, receivingTypes } from '../rules.ts'
import { parseLicenseNumber } from './license-number.ts'

export type Licensee = {
  key: string
  type: ReceivingType
  /** Last digit of the year and letter of the month in which the license ends: `9D`. Empty where the list lacks it. */
  expiry: string
  name: string
  tradeName: string | null
  street: string
  city: string
  state: string
  zip: string
  phone: string | null
}

export type ReadRow =
  | { is: 'dealer'; licensee: Licensee }
  | { is: 'other'; why: 'type' | 'state' }
  | { is: 'bad'; why: string }

const columns = {
  region: ['LIC_REGN'],
  district: ['LIC_DIST'],
  county: ['LIC_CNTY'],
  type: ['LIC_TYPE'],
  expiry: ['LIC_XPRDTE'],
  sequence: ['LIC_SEQN'],
  name: ['LICENSE_NAME', 'LICENSEE_NAME'],
  tradeName: ['BUSINESS_NAME'],
  street: ['PREMISE_STREET'],
  city: ['PREMISE_CITY'],
  state: ['PREMISE_STATE'],
  zip: ['PREMISE_ZIP_CODE'],
  phone: ['VOICE_PHONE'],
} as const
type Column = keyof typeof columns

/** Older lists lack these; nothing depends on them. */
const mayLack: readonly Column[] = ['expiry', 'tradeName', 'phone']

export type Layout = Record<Column, number>

export function readHeader(
  header: readonly string[],
): { ok: true; layout: Layout } | { ok: false; lacks: string[] } {
  const names = header.map((name) =>
    name
      .replace(/^\uFEFF/, '')
      .trim()
      .toUpperCase()
      .replaceAll(/\s+/g, '_'),
  )
  const found = Object.entries(columns).map(
    ([column, known]) => [column, names.findIndex((name) => known.some((each) => each === name))] as const,
  )
  const lacks = found
    .filter(([column, index]) => index < 0 && !mayLack.includes(column as Column))
    .map(([column]) => columns[column as Column][0])
  return lacks.length ? { ok: false, lacks } : { ok: true, layout: Object.fromEntries(found) as Layout }
}

export function sniffDelimiter(firstLine: string): ',' | '\t' | '|' {
  const times = (mark: string) => firstLine.split(mark).length
  return (['\t', '|', ','] as const).reduce((best, mark) => (times(mark) > times(best) ? mark : best), ',')
}

/** Reads one row. Spreadsheets lose leading zeros, and lists write `NULL` for nothing: both are mended. */
export function readRow(row: readonly string[], layout: Layout): ReadRow {
  const text = (column: Column) => {
    const value = (row[layout[column]] ?? '').trim().replaceAll(/\s+/g, ' ')
    return value.toUpperCase() === 'NULL' ? '' : value
  }
  const digits = (column: Column, length: number) => text(column).padStart(length, '0')
  const region = text('region')
  if (!/^\d$/.test(region)) return { is: 'bad', why: 'the region is not one digit' }
  const type = receivingTypes.find((each) => each === digits('type', 2))
  if (!type)
    return /^\d{2}$/.test(digits('type', 2)) ? { is: 'other', why: 'type' } : bad('the license type is none')
  const parts = [region, digits('district', 2), digits('county', 3), type, digits('sequence', 5)]
  const key = parseLicenseNumber(parts.join('-'))
  if (!key) return bad('the license number is not one')
  const state = text('state').toUpperCase()
  if (!isState(state))
    return /^[A-Z]{2}$/.test(state) ? { is: 'other', why: 'state' } : bad('the state is none')
  const zip = readZip(text('zip'))
  if (!zip) return bad('the ZIP code is none')
  const name = text('name')
  const tradeName = text('tradeName')
  if (!name && !tradeName) return bad('there is no name')
  if (!text('city')) return bad('there is no city')
  return {
    is: 'dealer',
    licensee: {
      key,
      type,
      expiry: readExpiry(text('expiry')),
      name: name || tradeName,
      tradeName: name && tradeName && tradeName !== name ? tradeName : null,
      street: text('street'),
      city: text('city'),
      state,
      zip,
      phone: readPhone(text('phone')),
    },
  }
}

const bad = (why: string): ReadRow => ({ is: 'bad', why })

/** Five digits, or nine run together or with a dash; either may have lost its leading zeros. */
function readZip(typed: string): string | undefined {
  const figures = typed.replace('-', '')
  if (!/^\d{3,9}$/.test(figures)) return undefined
  const zip = figures.length > 5 ? figures.padStart(9, '0').slice(0, 5) : figures.padStart(5, '0')
  return zip === '00000' ? undefined : zip
}

function readPhone(typed: string): string | null {
  const figures = typed.replaceAll(/\D/g, '').replace(/^1(?=\d{10}$)/, '')
  return /^[2-9]\d{9}$/.test(figures) ? figures : null
}

function readExpiry(typed: string): string {
  return /^\d[A-HJ-M]$/.test(typed.toUpperCase()) ? typed.toUpperCase() : ''
}
