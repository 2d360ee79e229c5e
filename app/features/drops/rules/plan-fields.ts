// A plan as single fields with their values as text: how two people's changes are compared, shown and audited.
import type { DropPlan } from './plan.ts'

/** Every field by its path, as text: `units`, `variants.<id>.priceCents`. What is missing is not there. */
export type PlanFields = Record<string, string>

/** The lists of a plan, whose rows are known by their id. */
const lists = ['variants', 'patches'] as const

/** The fields of a plan. Missing values are empty texts; rows that are not there have no fields. */
function fieldsOf(plan: DropPlan): PlanFields {
  const fields: PlanFields = {}
  const { variants: _, patches: __, ...single } = plan
  for (const [name, value] of Object.entries(single)) fields[name] = textOf(value)
  for (const list of lists)
    for (const { id, ...row } of plan[list])
      for (const [name, value] of Object.entries(row)) fields[`${list}.${id}.${name}`] = textOf(value)
  return fields
}

function textOf(value: string | number | boolean | null | readonly number[]): string {
  return typeof value === 'object' && value !== null ? formatNumbers(value) : String(value ?? '')
}

/** A field that changed. `undefined`: its row was not there, or is no more. */
export type FieldChange = { field: string; before: string | undefined; after: string | undefined }

/** The fields that differ between two states of a plan. */
export function fieldChanges(before: DropPlan, after: DropPlan): FieldChange[] {
  const [was, is] = [fieldsOf(before), fieldsOf(after)]
  return [...new Set([...Object.keys(was), ...Object.keys(is)])]
    .filter((field) => was[field] !== is[field])
    .map((field) => ({ field, before: was[field], after: is[field] }))
}

/** A field that two people changed to different values. */
export type FieldConflict = {
  field: string
  base: string | undefined
  theirs: string | undefined
  mine: string | undefined
}

/** Two people's changes of one plan put together. */
export type Merged = {
  /** Both changes. Where they conflict, mine. */
  plan: DropPlan
  conflicts: FieldConflict[]
  /** The fields that only the other person changed. */
  taken: FieldChange[]
}

/**
 * Puts together what two people changed since `base`. A field that only one of them changed has that change; one that both
 * changed alike has it too; where they differ it is a conflict, and nobody's text is lost.
 */
export function mergePlans(base: DropPlan, theirs: DropPlan, mine: DropPlan): Merged {
  const [was, other, own] = [fieldsOf(base), fieldsOf(theirs), fieldsOf(mine)]
  const conflicts: FieldConflict[] = []
  const taken: FieldChange[] = []
  const isTheirs = new Set<string>()
  for (const field of new Set([...Object.keys(was), ...Object.keys(other), ...Object.keys(own)])) {
    const [b, t, m] = [was[field], other[field], own[field]]
    if (t === b || t === m) continue
    if (m === b) {
      isTheirs.add(field)
      taken.push({ field, before: b, after: t })
    } else conflicts.push({ field, base: b, theirs: t, mine: m })
  }
  return { plan: pick(theirs, mine, isTheirs), conflicts, taken }
}

/** The first person's values, with the fields of `isTheirs` from the second. */
function pick(theirs: DropPlan, mine: DropPlan, isTheirs: ReadonlySet<string>): DropPlan {
  const flat = Object.fromEntries(
    Object.entries(mine).map(([name, value]) => [
      name,
      isTheirs.has(name) ? theirs[name as keyof DropPlan] : value,
    ]),
  ) as unknown as DropPlan
  return {
    ...flat,
    variants: pickRows(theirs.variants, mine.variants, (id, name) => isTheirs.has(`variants.${id}.${name}`)),
    patches: pickRows(theirs.patches, mine.patches, (id, name) => isTheirs.has(`patches.${id}.${name}`)),
  }
}

/** A row that one of them took out and the other left alone is gone; one that the other changed stays. */
function pickRows<Row extends { id: string }>(
  theirs: readonly Row[],
  mine: readonly Row[],
  isTheirs: (id: string, name: string) => boolean,
): Row[] {
  const ids = [...new Set([...mine, ...theirs].map(({ id }) => id))]
  return ids.flatMap((id) => {
    const [other, own] = [theirs.find((row) => row.id === id), mine.find((row) => row.id === id)]
    const names = Object.keys(other ?? own ?? {}).filter((name) => name !== 'id')
    if (!own) return other && names.some((name) => isTheirs(id, name)) ? [other] : []
    if (!other) return names.every((name) => isTheirs(id, name)) ? [] : [own]
    const mixed = names.map((name) => [name, (isTheirs(id, name) ? other : own)[name as keyof Row]])
    return [{ ...own, ...Object.fromEntries(mixed) } as Row]
  })
}

/** Numbers as people write them: `1, 7, 40-45`. */
export function formatNumbers(numbers: readonly number[]): string {
  const runs: [number, number][] = []
  for (const number of numbers.toSorted((a, b) => a - b)) {
    const last = runs.at(-1)
    if (last && number <= last[1] + 1) last[1] = Math.max(last[1], number)
    else runs.push([number, number])
  }
  return runs
    .flatMap(([from, to]) => (to - from < 2 ? [...new Set([from, to])].map(String) : [`${from}-${to}`]))
    .join(', ')
}

/** Reads `1, 7, 40-45` into ascending numbers; `undefined` where it is anything else or names one beyond `max`. */
export function parseNumbers(text: string, max: number): number[] | undefined {
  const numbers = new Set<number>()
  for (const part of text.split(/[\s,;]+/).filter(Boolean)) {
    const [, first = '', last = first] = /^(\d{1,4})(?:[-–](\d{1,4}))?$/.exec(part) ?? []
    const [from, to] = [Number(first), Number(last)]
    if (first === '' || from < 1 || to < from || to > max) return undefined
    for (let number = from; number <= to; number++) numbers.add(number)
  }
  return [...numbers].toSorted((a, b) => a - b)
}
