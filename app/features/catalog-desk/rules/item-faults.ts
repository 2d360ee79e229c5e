import { countiesOf } from '#app/features/delivery/rules/places.ts'
import type { CatalogKind } from './kind.ts'

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
