import { z } from 'zod'
import {
  columnsOfValues,
  type Field,
  type FieldContext,
  formatField,
  parseField,
  valueIn,
  fieldsOf,
  type KindPlan,
  numberFields,
} from './kind.ts'
import { kindPlans, type CatalogKind } from './kinds.ts'
import type { License } from '#app/features/courses/roster.ts'
import { countiesOf } from '#app/features/delivery/rules.ts'

export type TypedItem = Record<string, string>

export type ParsedItem = { ok: true; row: Record<string, unknown> } | { ok: false; faults: FieldFaults }

/** Reads a typed item. Of one that is there already the fixed fields stay as they are in `stored`. */
export function parseItem(
  kind: CatalogKind,
  typed: TypedItem,
  context: FieldContext,
  stored?: Record<string, unknown>,
): ParsedItem {
  const asked = fieldsOf(kindPlans[kind]).filter(({ isFixed }) => !isFixed || !stored)
  const { values, faults } = parseFields(asked, typed, context)
  const row = completed(kind, columnsOfValues(values))
  if (Object.keys(faults).length > 0) return { ok: false, faults }
  const between = itemFaults(kind, { ...stored, ...row })
  return Object.keys(between).length > 0 ? { ok: false, faults: between } : { ok: true, row }
}

export function parseFields(fields: readonly Field[], typed: TypedItem, context: FieldContext) {
  const values = new Map<string, unknown>()
  const faults: FieldFaults = {}
  for (const field of fields) {
    const parsed = parseField(field, typed[field.name] ?? '', context)
    if (parsed.ok) values.set(field.name, parsed.value)
    else faults[field.name] = parsed.why
  }
  return { values, faults }
}

export function formatFields(
  fields: readonly Field[],
  row: Record<string, unknown>,
  context: Pick<FieldContext, 'timeZone'>,
): TypedItem {
  return Object.fromEntries(
    fields.map((field) => [field.name, formatField(field, valueIn(row, field.name), context)]),
  )
}

export function formatItem(
  kind: CatalogKind,
  row: Record<string, unknown>,
  context: Pick<FieldContext, 'timeZone'>,
): TypedItem {
  return formatFields(fieldsOf(kindPlans[kind]), row, context)
}

/** What no field changes as it was typed. Without a platform a package has no build. */
function completed(kind: CatalogKind, row: Record<string, unknown>): Record<string, unknown> {
  if (kind === 'instructors')
    return { ...row, email: (row.email as string | null | undefined)?.toLowerCase() ?? null }
  if (kind === 'parts') return { ...row, outline: row.outline ?? {} }
  if (kind !== 'packages') return row
  const selection = row.selection as Record<string, unknown> | undefined
  if (!selection || Object.keys(selection).length === 0) return { ...row, selection: null }
  return { ...row, selection: { parts: {}, accessories: [], isSuppressorOptimized: false, ...selection } }
}

/** The fields of an item as a form sent them. A box that is not ticked is not sent, and says no. */
export function typedFields(kind: CatalogKind, sent: Readonly<Record<string, unknown>>): TypedItem {
  const plan: KindPlan = kindPlans[kind]
  return Object.fromEntries(
    [...fieldsOf(plan), ...numberFields(plan)].flatMap(({ name, input }) => {
      const value = sent[name]
      if (typeof value === 'string') return [[name, value]]
      return input.kind === 'yes' ? [[name, 'no']] : []
    }),
  )
}

export type FieldFaults = Record<string, string>

type Row = Record<string, unknown>

export function itemFaults(kind: CatalogKind, row: Row): FieldFaults {
  return checks[kind]?.(row) ?? {}
}

const checks: Partial<Record<CatalogKind, (row: Row) => FieldFaults>> = {
  accessories: ({ capacity, fits }) =>
    (capacity === null) === (fits === null) ? {} : { capacity: 'Rounds and what it fits go together' },
  platforms: ({ availableAt, expected, hypeText }) => {
    if (availableAt !== null) return {}
    return {
      ...(expected === null && { expected: 'While it is coming, say when it is expected' }),
      ...(hypeText === null && { hypeText: 'While it is coming, it needs a teaser' }),
    }
  },
  parts: ({ platformId, step, outline }) => ({
    ...(platformId === null && step !== 'optics' && step !== 'accessories'
      ? { platformId: 'Only optics and accessories fit every platform' }
      : {}),
    ...handguardFault(outline, 'outline'),
  }),
  packages: ({ selection, drawing }) => ({
    ...(isDocument(selection) && selection.platformId === undefined
      ? { 'selection.platformId': 'A build needs its platform' }
      : {}),
    ...handguardFault(isDocument(drawing) ? drawing.outline : undefined, 'drawing.outline'),
  }),
  conversions: ({ weeksFrom, weeksTo, drawing }) => ({
    ...(Number(weeksTo) < Number(weeksFrom)
      ? { weeksTo: 'The longest is not shorter than the shortest' }
      : {}),
    ...handguardFault(isDocument(drawing) ? drawing.outline : undefined, 'drawing.outline'),
  }),
  courses: ({ priceCents, depositCents }) =>
    Number(priceCents) < Number(depositCents) ? { priceCents: 'The price is at least the deposit.' } : {},
  instructors: ({ licenses }) => {
    const days = (licenses as License[]).map(({ expiresOn }) => expiresOn)
    const wrong = days.find((day) => !z.iso.date().safeParse(day).success)
    return wrong === undefined ? {} : { licenses: `There is no day ${wrong}` }
  },
  tax: ({ state, county, effectiveFrom, effectiveTo }) => ({
    ...(typeof county === 'string' && !countiesOf(String(state)).includes(county)
      ? { county: 'Write the county as the tax office does; leave it empty for the state' }
      : {}),
    ...(typeof effectiveTo === 'string' && typeof effectiveFrom === 'string' && effectiveTo < effectiveFrom
      ? { effectiveTo: 'The last day is not before the first' }
      : {}),
  }),
}

function isDocument(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function handguardFault(outline: unknown, at: string): FieldFaults {
  const handguard = isDocument(outline) ? outline.handguard : undefined
  if (!isDocument(handguard)) return {}
  if (handguard.style === undefined) return { [`${at}.handguard.style`]: 'Length and style go together' }
  return handguard.lengthIn === undefined
    ? { [`${at}.handguard.lengthIn`]: 'Length and style go together' }
    : {}
}
