import { z } from 'zod'
import { type ItemClass, itemClasses } from '#app/features/compliance/rules.ts'
import {
  type DropCategory,
  dropCategories,
  type DropTheme,
  dropThemes,
  maxUnits,
  type SmallBatch,
  smallBatches,
} from '#app/features/drops/rules.ts'
import {
  type DropPlan,
  type FieldChange,
  formatNumbers,
  parseNumbers,
  patchesInOrder,
  type PlanFields,
  type PlanRefusal,
  type PublishPoint,
  reservedSlugs,
} from '#app/features/drops/rules/plan.ts'
import { batchNames } from '#app/features/drops/small-batch.ts'
import { categoryWords } from '#app/features/drops/words.ts'
import type { FieldErrors, SubmittedFields } from '#app/http/form.ts'
import { formatCents, parseDollars } from '#app/kit/money.ts'
import { oneLine } from '#app/kit/typed-text.ts'

const planLabels: Record<Exclude<keyof DropPlan, 'variants' | 'patches'>, string> = {
  name: 'Name',
  volume: 'Volume',
  slug: 'Address',
  dropNumber: 'Drop №',
  smallBatch: 'Small batch',
  category: 'Category',
  tagline: 'Tagline',
  description: 'Description',
  story: 'Story',
  smallPrint: 'Small print',
  theme: 'Theme',
  ground: 'Ground',
  accent: 'Accent',
  artSeed: 'Drawing',
  units: 'Units',
  house: 'Set aside for the house',
  maxPerBuyer: 'Per buyer',
  unpaidPerNetwork: 'Unpaid holds per network',
  depositCents: 'Deposit',
  itemClass: 'Item class',
  launchAt: 'Opens',
  endAt: 'Ends',
}

const rowLabels: Record<string, string> = {
  name: 'name',
  description: 'description',
  caliber: 'caliber',
  barrel: 'barrel',
  finish: 'finish',
  priceCents: 'price',
  quantity: 'quantity',
  opensEarly: 'early access',
  position: 'place',
}

export const themeWords: Record<DropTheme, string> = {
  guerrilla: 'Guerrilla: survey',
  outlaw: 'Outlaw: rosette',
  cyber: 'Cyber: scan',
  noir: 'Noir: blind',
}

export const classNames: Record<ItemClass, string> = {
  rifle: 'Rifle',
  sbr: 'Short-barreled rifle',
  sbs: 'Short-barreled shotgun',
  handgun: 'Handgun',
  suppressor: 'Suppressor',
  aow: 'Any other weapon',
  receiver: 'Receiver',
}

type Between = { before: DropPlan; after: DropPlan }

export function fieldLabel(field: string, { before, after }: Between): string {
  const row = /^(variants|patches)\.([^.]+)\.(.+)$/.exec(field)
  if (!row) return planLabels[field as keyof typeof planLabels] ?? field
  const [, list = 'variants', id, name = ''] = row
  const rows = [...after[list as 'variants' | 'patches'], ...before[list as 'variants' | 'patches']]
  const of = rows.find((other) => other.id === id && other.name !== '')?.name
  return `${of ?? (list === 'variants' ? 'New variant' : 'New patch')}, ${rowLabels[name] ?? name}`
}

export function valueWords(field: string, value: string | undefined): string {
  if (value === undefined || value === '') return 'none'
  if (/cents$/i.test(field)) return formatCents(Number(value))
  if (field === 'theme') return themeWords[value as DropTheme] ?? value
  if (field === 'smallBatch') return batchNames[value as SmallBatch] ?? value
  if (field === 'category') return categoryWords[value as DropCategory] ?? value
  if (field === 'itemClass') return classNames[value as ItemClass] ?? value
  if (field.endsWith('.opensEarly')) return value === 'true' ? 'yes' : 'no'
  return value
}

export function changesWords(changes: readonly FieldChange[], between: Between): string {
  return changes
    .map(({ field, before, after }) => {
      const name = fieldLabel(field, between)
      const label = field.includes('.') ? name : name.toLowerCase()
      return `${label} from ${valueWords(field, before)} to ${valueWords(field, after)}`
    })
    .join('; ')
}

export const planRefusalWords: Record<PlanRefusal, string> = {
  published_address: 'Published: links and certificates name it. It stays.',
  engraved_name: 'Numbers are held or sold under this name. It stays.',
  launched: 'The drop has opened. Its opening stays in the record.',
  ended: 'The run is closed. Only its description may still be corrected.',
  below_used: 'A higher number is held or sold. The run may not be smaller than that.',
  only_up: 'Buyers count on the size of the run. It may only grow.',
  house_used: 'One of these numbers is held or sold. Only open numbers may be kept.',
  patch_used: 'Orders hold or have bought this patch. It stays as they bought it.',
  patch_below_used: 'More pieces than this are held or sold.',
}

export const publishWords: Record<PublishPoint, { fact: string; todo: string }> = {
  licensee: {
    fact: 'The licensee is typed',
    todo: 'Type the legal name and license of the shop at Shop, Licensee: documents name them as maker and seller.',
  },
  name: { fact: 'It has a name', todo: 'Give the drop a name.' },
  address: {
    fact: 'Its address is free',
    todo: 'Choose an address that no other drop has: small letters, digits, dashes.',
  },
  drop_number: { fact: 'Its number is free', todo: 'Give it a drop number that no other drop has.' },
  story: { fact: 'Tagline and story are written', todo: 'Write a tagline, and a story or a description.' },
  units: { fact: 'The run has a size', todo: 'Say how many units are made: 1 to 1,000.' },
  house: {
    fact: 'Kept numbers are within the run',
    todo: 'Keep only numbers of the run, and leave at least one for buyers.',
  },
  variants: {
    fact: 'Variants say what they are',
    todo: 'Give every variant a name, caliber, barrel and finish. There must be at least one.',
  },
  prices: { fact: 'Every variant has a price', todo: 'Give every variant its price.' },
  deposit: { fact: 'Deposit and prices agree', todo: 'Set a deposit, at most the lowest price.' },
  patches: { fact: 'Patches are complete', todo: 'Give every patch a name, a price and how many there are.' },
  colors: { fact: 'Colors can be read', todo: 'Choose an accent with a contrast of at least 4.5 : 1.' },
  launch: {
    fact: 'The opening is to come',
    todo: 'Set an opening in the future, or none to open it by hand. A build window needs one.',
  },
  end: {
    fact: 'The end follows the opening',
    todo: 'Set an end after the opening and in the future, or none. A build window needs one.',
  },
}

const maxRows = 12

const line = (max: number) => z.string().overwrite(oneLine).max(max, `At most ${max} characters.`).default('')
const text = (max: number) =>
  z
    .string()
    .transform((typed) => typed.replaceAll('\r\n', '\n').trim())
    .pipe(z.string().max(max, `At most ${max} characters.`))
    .default('')

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
  smallBatch: z
    .enum(smallBatches)
    .or(z.literal('').transform(() => null))
    .default(null),
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

function withPlaces<Row extends { position: number | null }>(rows: readonly Row[]) {
  let last = Math.max(0, ...rows.map(({ position }) => position ?? 0))
  return rows.map((row) => ({ ...row, position: row.position ?? ++last }))
}

/** The fields of a plan as they were typed. The numbers of the house come as one text, or each as a box of its own. */
export function planFields(given: SubmittedFields): SubmittedFields {
  return { ...given, house: [given.house ?? ''].flat().join(', ') }
}

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

export function formValues(plan: DropPlan): PlanFields {
  const dollars = (cents: number | null) =>
    cents === null ? '' : (cents / 100).toFixed(cents % 100 === 0 ? 0 : 2)
  const values: PlanFields = {
    name: plan.name,
    volume: String(plan.volume ?? ''),
    slug: plan.slug,
    dropNumber: String(plan.dropNumber ?? ''),
    smallBatch: plan.smallBatch ?? '',
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
  for (const { id, priceCents, quantity, opensEarly, position, ...row } of patchesInOrder(plan))
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

export const revisionInput = z.coerce.number().int().min(1)
