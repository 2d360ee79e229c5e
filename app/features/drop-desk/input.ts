// What the drop sheet sends: every field as it was typed, and the rows of its lists by their id.
import { z } from 'zod'
import { oneLine } from '#app/kit/typed-text.ts'
import { itemClasses } from '#app/features/compliance/rules.ts'
import { dropCategories, dropThemes, maxUnits } from '#app/features/drops/rules.ts'
import { type DropPlan, reservedSlugs } from '#app/features/drops/rules/plan.ts'
import { formatNumbers, parseNumbers, type PlanFields } from '#app/features/drops/rules/plan-fields.ts'
import type { FieldErrors, SubmittedFields } from '#app/http/form.ts'
import { parseDollars } from '#app/kit/money.ts'

/** The rows that a list may have. */
const maxRows = 12

const line = (max: number) => z.string().overwrite(oneLine).max(max, `At most ${max} characters.`).default('')
const text = (max: number) =>
  z
    .string()
    .transform((typed) => typed.replaceAll('\r\n', '\n').trim())
    .pipe(z.string().max(max, `At most ${max} characters.`))
    .default('')

/** A whole number, or nothing. */
const count = (max: number, min = 1) =>
  z
    .string()
    .trim()
    .default('')
    .transform((typed, ctx) => {
      if (typed === '') return null
      const number = /^\d{1,7}$/.test(typed.replaceAll(',', ''))
        ? Number(typed.replaceAll(',', ''))
        : Number.NaN
      if (number >= min && number <= max) return number
      ctx.addIssue({
        code: 'custom',
        message: `Use a whole number from ${min} to ${max.toLocaleString('en-US')}.`,
      })
      return z.NEVER
    })

/** Dollars, or nothing, as cents. */
const money = z
  .string()
  .trim()
  .default('')
  .transform((typed, ctx) => {
    if (typed === '') return null
    const cents = parseDollars(typed)
    if (cents !== undefined && cents > 0 && cents <= 10_000_000) return cents
    ctx.addIssue({ code: 'custom', message: 'Write dollars, as in 2,349 or 2,349.50.' })
    return z.NEVER
  })

/** A moment as the shop's clock shows it, or nothing. */
const shownMoment = z
  .string()
  .trim()
  .default('')
  .transform((typed, ctx) => {
    if (typed === '') return ''
    const [, day, time] = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2})(?::\d{2})?$/.exec(typed) ?? []
    if (day && time && !Number.isNaN(Date.parse(`${day}T${time}Z`))) return `${day} ${time}`
    ctx.addIssue({ code: 'custom', message: 'Write the day and the time, as in 2026-12-01 12:00.' })
    return z.NEVER
  })

const color = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^(#[0-9a-f]{6})?$/, 'Write a color as #rrggbb, or nothing.')
  .default('')

const variant = z.object({
  id: z.uuid(),
  name: line(60),
  description: line(300),
  caliber: line(40),
  barrel: line(40),
  finish: line(80),
  priceCents: money,
})

const patch = z.object({
  id: z.uuid(),
  name: line(60),
  description: line(300),
  priceCents: money,
  quantity: count(100_000),
  opensEarly: z.literal('on').optional().transform(Boolean),
  position: count(99_999, 0),
})

/** The whole plan. Anything may be missing: the list before publishing says what. */
const planInput = z.object({
  name: line(60),
  volume: count(999),
  slug: z
    .string()
    .trim()
    .toLowerCase()
    .max(60, 'At most 60 characters.')
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Use small letters, digits and single dashes, as in outlaw-vol-1.')
    .refine((slug) => !reservedSlugs.includes(slug), 'The shop has a page of its own at this address.'),
  dropNumber: count(999),
  category: z.enum(dropCategories),
  tagline: line(160),
  description: line(400),
  story: text(6_000),
  smallPrint: text(2_000),
  theme: z.enum(dropThemes),
  ground: color,
  accent: color,
  artSeed: line(60),
  units: count(maxUnits),
  house: z
    .string()
    .default('')
    .transform((typed, ctx) => {
      const numbers = parseNumbers(typed, maxUnits)
      if (numbers) return numbers
      ctx.addIssue({ code: 'custom', message: 'Write numbers of the run, as in 1, 7, 40-45.' })
      return z.NEVER
    }),
  maxPerBuyer: count(maxUnits),
  unpaidPerNetwork: count(maxUnits),
  depositCents: money,
  itemClass: z.enum(itemClasses),
  variants: z.array(variant).max(maxRows),
  patches: z.array(patch).max(maxRows).transform(withPlaces),
  launchAt: shownMoment,
  endAt: shownMoment,
})

/** Patches without a place come last, in the order in which they were typed. */
function withPlaces<Row extends { position: number | null }>(rows: readonly Row[]) {
  let last = Math.max(0, ...rows.map(({ position }) => position ?? 0))
  return rows.map((row) => ({ ...row, position: row.position ?? ++last }))
}

/** The fields of a plan as they were typed. The numbers of the house come as one text, or each as a box of its own. */
export function planFields(given: SubmittedFields): SubmittedFields {
  return { ...given, house: [given.house ?? ''].flat().join(', ') }
}

/** The plan that a form holds, or what is wrong with it by field. */
export type ReadPlan = { ok: true; plan: DropPlan } | { ok: false; errors: FieldErrors }

/** Reads the fields of a plan as they were typed. A row without a name and without any other text is no row. */
export function readPlan(typed: SubmittedFields): ReadPlan {
  const rows = { variants: rowsIn(typed, 'variants'), patches: rowsIn(typed, 'patches') }
  const parsed = planInput.safeParse({ ...typed, ...rows })
  if (parsed.success) return { ok: true, plan: parsed.data satisfies DropPlan }
  const errors: FieldErrors = {}
  for (const { path, message } of parsed.error.issues) {
    const [list, at, name] = path
    const row = typeof at === 'number' ? rows[list as keyof typeof rows]?.[at] : undefined
    const field = row ? `${String(list)}.${row.id}.${String(name)}` : String(list ?? 'form')
    errors[field] = [...(errors[field] ?? []), message]
  }
  return { ok: false, errors }
}

function rowsIn(typed: SubmittedFields, list: 'variants' | 'patches') {
  const found = new Map<string, Record<string, string>>()
  for (const [field, given] of Object.entries(typed)) {
    const [, of, id = '', name = ''] = /^(variants|patches)\.([\da-f-]{36})\.([a-zA-Z]+)$/.exec(field) ?? []
    if (of === list) found.set(id, { ...found.get(id), [name]: [given].flat()[0] ?? '' })
  }
  return [...found]
    .filter(([, row]) => row.remove !== 'on' && Object.values(row).some((value) => value.trim() !== ''))
    .map(([id, row]) => ({ ...row, id }))
}

/** A plan as its form shows it: dollars, and moments as the field for them wants them. */
export function formValues(plan: DropPlan): PlanFields {
  const dollars = (cents: number | null) =>
    cents === null ? '' : (cents / 100).toFixed(cents % 100 === 0 ? 0 : 2)
  const values: PlanFields = {
    name: plan.name,
    volume: String(plan.volume ?? ''),
    slug: plan.slug,
    dropNumber: String(plan.dropNumber ?? ''),
    category: plan.category,
    tagline: plan.tagline,
    description: plan.description,
    story: plan.story,
    smallPrint: plan.smallPrint,
    theme: plan.theme,
    ground: plan.ground,
    accent: plan.accent,
    artSeed: plan.artSeed,
    units: String(plan.units ?? ''),
    house: formatNumbers(plan.house),
    maxPerBuyer: String(plan.maxPerBuyer ?? ''),
    unpaidPerNetwork: String(plan.unpaidPerNetwork ?? ''),
    depositCents: dollars(plan.depositCents),
    itemClass: plan.itemClass,
    launchAt: plan.launchAt.replace(' ', 'T'),
    endAt: plan.endAt.replace(' ', 'T'),
  }
  for (const { id, priceCents, ...row } of plan.variants)
    for (const [name, value] of Object.entries({ ...row, priceCents: dollars(priceCents) }))
      values[`variants.${id}.${name}`] = value
  for (const { id, priceCents, quantity, opensEarly, position, ...row } of plan.patches)
    for (const [name, value] of Object.entries({
      ...row,
      priceCents: dollars(priceCents),
      quantity: String(quantity ?? ''),
      opensEarly: opensEarly ? 'on' : '',
      position: String(position),
    }))
      values[`patches.${id}.${name}`] = value
  return values
}

/** What every form of a drop carries: the revision that its person has seen. */
export const revisionInput = z.coerce.number().int().min(1)
