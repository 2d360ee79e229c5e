type AuditValue =
  | string
  | number
  | boolean
  | null
  | readonly AuditValue[]
  | { readonly [key: string]: AuditValue }

export type AuditData = { [key: string]: AuditValue }

type Fields = Record<string, AuditValue | Date | undefined>

/** The fields that differ, times as ISO instants. Without `before` something was made, without `after` it was removed. */
export function changeOf(
  before: Fields | undefined,
  after: Fields | undefined,
): { before: AuditData; after: AuditData } {
  const [was, is] = [plain(before), plain(after)]
  const changed = [...new Set([...Object.keys(was), ...Object.keys(is)])].filter(
    (key) => JSON.stringify(was[key]) !== JSON.stringify(is[key]),
  )
  const only = (fields: AuditData): AuditData =>
    Object.fromEntries(changed.flatMap((key) => (fields[key] === undefined ? [] : [[key, fields[key]]])))
  return { before: only(was), after: only(is) }
}

export function namedChanges(changes: readonly { field: string; before: string; after: string }[]): {
  before: AuditData
  after: AuditData
} {
  const side = (of: 'before' | 'after') =>
    Object.fromEntries(changes.map((change) => [change.field, change[of].slice(0, 400)]))
  return { before: side('before'), after: side('after') }
}

function plain(fields: Fields = {}): AuditData {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([key, value]) =>
      value === undefined ? [] : [[key, value instanceof Date ? value.toISOString() : value]],
    ),
  )
}

export type DifferenceRow = { field: string; before?: string | undefined; after?: string | undefined }

export function differenceOf({ before, after, ...facts }: AuditData): DifferenceRow[] {
  const [was, is] = [fieldsOf(before), fieldsOf(after)]
  const changed = [...new Set([...Object.keys(was), ...Object.keys(is)])].map((field) => ({
    field,
    before: text(was[field]),
    after: text(is[field]),
  }))
  return [...changed, ...Object.entries(facts).map(([field, value]) => ({ field, after: text(value) }))]
}

function fieldsOf(value: AuditValue | undefined): AuditData {
  if (value === undefined || value === null) return {}
  if (typeof value === 'object' && !Array.isArray(value)) return value as AuditData
  return { state: value }
}

function text(value: AuditValue | undefined): string | undefined {
  if (value === undefined) return undefined
  if (value === null || value === '') return '–'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
