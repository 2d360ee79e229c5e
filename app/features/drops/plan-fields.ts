// A new field of a drop is a line here, a column of its name in `tables.ts`, and a place on its page.
import type { ComponentProps } from 'react'
import { z } from 'zod'
import type { ItemClass } from '#app/features/compliance/rules.ts'
import type { FieldErrors, SubmittedFields } from '#app/http/form.ts'
import { formatCents, parseDollars } from '#app/kit/money.ts'
import { oneLine } from '#app/kit/text.ts'
import { type DropTheme, maxUnits, smallBatches } from './rules.ts'
import { batchNames } from './small-batch.ts'
import { categoryWords } from './words.ts'

type Option = readonly [value: string, words: string]

type Kind<Value> = {
  read: z.ZodType<Value>
  blank: Value
  write?: (value: NonNullable<Value>) => string
  words?: (value: string) => string
  options?: readonly Option[]
  attrs?: ComponentProps<'input'> & { 'data-code'?: '' }
}

export type PlanField = Omit<Kind<never>, 'read' | 'blank'> & {
  read: z.ZodType
  blank: unknown
  label: string
  hint?: string
  section?: PlanSection
  look?: 'area'
  isWide?: boolean
  /** It stays once the drop is published. */
  isFixed?: boolean
}

export type PlanSection = 'name' | 'units' | 'launch' | 'look' | 'words'

const text = (max: number, attrs: Kind<string>['attrs'] = {}): Kind<string> => ({
  read: z.string().overwrite(oneLine).max(max, `At most ${max} characters.`).default(''),
  blank: '',
  attrs: { maxLength: max, ...attrs },
})

const prose = (max: number): Kind<string> => ({
  read: z
    .string()
    .transform((typed) => typed.replaceAll('\r\n', '\n').trim())
    .pipe(z.string().max(max, `At most ${max} characters.`))
    .default(''),
  blank: '',
})

function typed<Value>(parse: (text: string) => Value | undefined, message: string) {
  return z
    .string()
    .trim()
    .default('')
    .transform((text, ctx) => {
      const value = parse(text)
      if (value !== undefined) return value
      ctx.addIssue({ code: 'custom', message })
      return z.NEVER
    })
}

/** Reads `1, 7, 40` into ascending numbers; `undefined` where it is anything else or names one beyond the largest run. */
export function parseNumbers(text: string): number[] | undefined {
  const parts = text.split(/[\s,;]+/).filter(Boolean)
  const numbers = [...new Set(parts.map(Number))].toSorted((one, other) => one - other)
  return numbers.every((number) => Number.isInteger(number) && number >= 1 && number <= maxUnits)
    ? numbers
    : undefined
}

const code = { inputMode: 'numeric', 'data-code': '' } as const

function count(max: number, blank: number | null = null) {
  const read = typed(
    (text) => {
      if (text === '') return null
      const digits = text.replaceAll(',', '')
      const number = /^\d{1,7}$/.test(digits) ? Number(digits) : Number.NaN
      return number >= 1 && number <= max ? number : undefined
    },
    `Use a whole number from 1 to ${max.toLocaleString('en-US')}.`,
  )
  return { read, blank, attrs: code } satisfies Kind<number | null>
}

/** Dollars, or nothing, as cents. */
const money = {
  read: typed((text) => {
    if (text === '') return null
    const cents = parseDollars(text)
    return cents !== undefined && cents > 0 && cents <= 10_000_000 ? cents : undefined
  }, 'Write dollars, as in 2,349 or 2,349.50.'),
  blank: null,
  write: (cents) => (cents / 100).toFixed(cents % 100 === 0 ? 0 : 2),
  words: (written) => formatCents(parseDollars(written) ?? 0),
  attrs: { inputMode: 'decimal', 'data-code': '' },
} satisfies Kind<number | null>

/** A moment as the shop's clock shows it, `2026-12-01 12:00`, or nothing. */
const moment: Kind<string> = {
  read: typed((text) => {
    if (text === '') return ''
    const [, day, time] = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2})(?::\d{2})?$/.exec(text) ?? []
    return day && time && !Number.isNaN(Date.parse(`${day}T${time}Z`)) ? `${day} ${time}` : undefined
  }, 'Write the day and the time, as in 2026-12-01 12:00.'),
  blank: '',
  write: (shown) => shown.replace(' ', 'T'),
  words: (written) => written.replace('T', ' '),
  attrs: { type: 'datetime-local' },
}

/** An sRGB color as hex; empty for the theme's. */
const color: Kind<string> = {
  read: z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^(#[0-9a-f]{6})?$/, 'Write a color as #rrggbb, or nothing.')
    .default(''),
  blank: '',
  attrs: { placeholder: '#rrggbb', maxLength: 7, spellCheck: false, 'data-code': '' },
}

function choice<const Value extends string>(names: Record<Value, string>, blank: NoInfer<Value>) {
  return {
    read: z.enum(Object.keys(names) as Value[]),
    blank,
    words: (value: string) => (names as Record<string, string>)[value] ?? value,
    options: Object.entries<string>(names),
  } satisfies Kind<Value>
}

const themeNames = {
  guerrilla: 'Guerrilla: survey',
  outlaw: 'Outlaw: rosette',
  cyber: 'Cyber: scan',
  noir: 'Noir: blind',
} satisfies Record<DropTheme, string>

const itemClassNames = {
  rifle: 'Rifle',
  sbr: 'Short-barreled rifle',
  sbs: 'Short-barreled shotgun',
  handgun: 'Handgun',
  suppressor: 'Suppressor',
  aow: 'Any other weapon',
  receiver: 'Receiver',
} satisfies Record<ItemClass, string>

/** Addresses below `/drops` and `/staff/drops` that are pages of their own. */
export const reservedSlugs = ['vault', 'details', 'offers', 'new']

export const planFields = {
  name: { ...text(60, { required: true }), section: 'name', label: 'Name', hint: 'As in Outlaw Vol. 2.' },
  dropNumber: { ...count(999), section: 'name', label: 'Drop №' },
  slug: {
    read: z
      .string()
      .trim()
      .toLowerCase()
      .max(60, 'At most 60 characters.')
      .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Use small letters, digits and single dashes, as in outlaw-vol-1.')
      .refine((slug) => !reservedSlugs.includes(slug), 'The shop has a page of its own at this address.'),
    blank: '',
    attrs: { maxLength: 60 },
    section: 'name',
    label: 'Address',
    hint: 'After /drops/. It stays once it is published.',
    isFixed: true,
  },
  smallBatch: {
    read: z
      .enum(smallBatches)
      .or(z.literal('').transform(() => null))
      .default(null),
    blank: null as (typeof smallBatches)[number] | null,
    words: (value: string) => (batchNames as Record<string, string>)[value] ?? value,
    options: [['', 'None: a drop'], ...Object.entries(batchNames)] as Option[],
    section: 'name',
    label: 'Small batch',
    hint: 'A build window is shown at its line, and needs an opening and an end.',
  },
  category: { ...choice(categoryWords, 'hype'), section: 'name', label: 'Category' },
  itemClass: {
    ...choice(itemClassNames, 'sbr'),
    section: 'name',
    label: 'Item class',
    hint: 'The state rules are checked with it.',
  },
  totalUnits: { ...count(maxUnits), section: 'units', label: 'Units', hint: `1 to ${maxUnits}.` },
  depositPrice: { ...money, blank: 10_000, section: 'units', label: 'Deposit' },
  maxPerBuyer: {
    ...count(maxUnits, 2),
    section: 'units',
    label: 'Per buyer',
    hint: 'At most this many, held and bought together, by browser, email, card, and name with ZIP code. Empty for any number.',
  },
  unpaidPerNetwork: {
    ...count(maxUnits),
    section: 'units',
    label: 'Unpaid holds per network',
    hint: 'A phone carrier or a range puts many buyers behind one address. Above this many unpaid holds, a hold from there takes a few seconds of computing or a confirmed email; it is never refused for that. Empty: 6, or a tenth of the run if that is more.',
  },
  house: {
    read: typed(parseNumbers, 'Write numbers of the run, as in 1, 7, 40.'),
    blank: [] as number[],
    write: (numbers: number[]) => numbers.join(', '),
    section: 'units',
    label: 'Set aside for the house',
    isWide: true,
    attrs: { 'data-code': '' },
    hint: 'A house number is made and never offered: 1, 7, 40.',
  },
  launchAt: {
    ...moment,
    section: 'launch',
    label: 'Opens',
    hint: 'Empty: announced, and launched by hand. Patches with early access open it 24 hours before.',
  },
  endAt: { ...moment, section: 'launch', label: 'Ends', hint: 'Empty: when the last unit is taken.' },
  theme: { ...choice(themeNames, 'noir'), section: 'look', label: 'Theme' },
  colorAccent: { ...color, section: 'look', label: 'Accent', hint: 'Empty: the theme’s.' },
  colorPrimary: { ...color, section: 'look', label: 'Ground', hint: 'Its hue; the page stays dark.' },
  artSeed: {
    ...text(60),
    section: 'look',
    label: 'Drawing',
    hint: 'Another word makes another drawing. Empty: from the address.',
  },
  tagline: { ...text(160), section: 'words', label: 'Tagline', isWide: true },
  description: {
    ...text(400),
    section: 'words',
    label: 'Description',
    hint: 'For search engines and shared links.',
    isWide: true,
  },
  story: {
    ...prose(6_000),
    section: 'words',
    label: 'Story',
    hint: 'An empty line begins a new paragraph.',
    look: 'area',
    isWide: true,
  },
  smallPrint: { ...prose(2_000), section: 'words', label: 'Small print', look: 'area', isWide: true },
} satisfies Record<string, PlanField>

export function fieldsIn(section: PlanSection): string[] {
  return Object.entries<PlanField>(planFields)
    .filter(([, field]) => field.section === section)
    .map(([name]) => name)
}

/** An execution of the item. Its id stays through all changes. */
export const variantFields = {
  name: { ...text(60), label: 'Name' },
  caliber: { ...text(40, { placeholder: '5.56 NATO' }), label: 'Caliber' },
  barrel: { ...text(40, { placeholder: '10.3 in' }), label: 'Barrel' },
  finish: { ...text(80), label: 'Finish' },
  price: { ...money, label: 'Price' },
  description: { ...text(300), label: 'Description', isWide: true },
} satisfies Record<string, PlanField>

type Values<Fields extends Record<string, PlanField>> = {
  [Name in keyof Fields]: z.output<Fields[Name]['read']>
}

export type PlannedVariant = { id: string } & Values<typeof variantFields>

/** A plan of a drop. Empty texts and `null` are not decided yet. Prices are US cents. */
export type DropPlan = Values<typeof planFields> & { variants: PlannedVariant[] }

export const blankPlan = {
  ...Object.fromEntries(Object.entries(planFields).map(([name, { blank }]) => [name, blank])),
  variants: [],
} as unknown as DropPlan

const maxRows = 12

/** The whole plan. Anything may be missing: the list before publishing says what. */
const planInput = z.object({
  ...shapeOf(planFields),
  variants: z.array(z.object({ id: z.uuid(), ...shapeOf(variantFields) })).max(maxRows),
})

function shapeOf<Fields extends Record<string, PlanField>>(fields: Fields) {
  const shape = Object.entries(fields).map(([name, { read }]) => [name, read])
  return Object.fromEntries(shape) as { [Name in keyof Fields]: Fields[Name]['read'] }
}

/** Every field by its path, as it is typed: `totalUnits`, `variants.<id>.price`. What is missing is not there. */
export function formValues(plan: DropPlan): Record<string, string> {
  const rows = plan.variants.map((row) => writtenIn(variantFields, row, `variants.${row.id}.`))
  return { ...writtenIn(planFields, plan, ''), ...Object.fromEntries(rows.flatMap(Object.entries<string>)) }
}

function writtenIn(fields: Record<string, PlanField>, values: Record<string, unknown>, path: string) {
  return Object.fromEntries(
    Object.entries(fields).map(([name, { write = String }]) => {
      const value = values[name] ?? ''
      return [path + name, value === '' ? '' : write(value as never)]
    }),
  )
}

export type ReadPlan = { ok: true; plan: DropPlan } | { ok: false; errors: FieldErrors }

/** Reads the fields of a plan as they were typed. A row without any text is no row. */
export function readPlan(given: SubmittedFields): ReadPlan {
  const variants = variantsIn(given)
  const parsed = planInput.safeParse({ ...given, variants })
  if (parsed.success) return { ok: true, plan: parsed.data }
  const errors: FieldErrors = {}
  for (const { path, message } of parsed.error.issues) {
    const [list, at, name] = path
    const row = typeof at === 'number' ? variants[at] : undefined
    const field = row ? `variants.${row.id}.${String(name)}` : String(list ?? 'form')
    errors[field] = [...(errors[field] ?? []), message]
  }
  return { ok: false, errors }
}

function variantsIn(given: SubmittedFields) {
  const found = new Map<string, Record<string, string>>()
  for (const [field, value] of Object.entries(given)) {
    const [, id, name] = rowPath.exec(field) ?? []
    if (id && name) found.set(id, { ...found.get(id), [name]: [value].flat()[0] ?? '' })
  }
  return [...found]
    .filter(([, row]) => row.remove !== 'on' && Object.values(row).some((value) => value.trim() !== ''))
    .map(([id, row]) => ({ ...row, id }))
}

/** A field that changed, as it is typed. `undefined`: its row was not there, or is no more. */
export type FieldChange = { field: string; before: string | undefined; after: string | undefined }

export function fieldChanges(before: DropPlan, after: DropPlan): FieldChange[] {
  const [was, is] = [formValues(before), formValues(after)]
  return [...new Set([...Object.keys(was), ...Object.keys(is)])]
    .filter((field) => was[field] !== is[field])
    .map((field) => ({ field, before: was[field], after: is[field] }))
}

const rowPath = /^variants\.([^.]+)\.(.+)$/

export function planField(path: string): PlanField | undefined {
  const [, , name] = rowPath.exec(path) ?? []
  const fields: Record<string, PlanField> = name ? variantFields : planFields
  return fields[name ?? path]
}

export function fieldLabel(path: string, { variants }: DropPlan): string {
  const label = planField(path)?.label ?? path
  const [, id] = rowPath.exec(path) ?? []
  if (!id) return label
  const of = variants.find((row) => row.id === id)?.name
  return `${of || 'New variant'}, ${label.toLowerCase()}`
}

/** Every field as `formValues` has it, a choice in its words. */
export function planWords(plan: DropPlan): Record<string, string> {
  return Object.fromEntries(
    Object.entries(formValues(plan)).map(([path, value]) => [
      path,
      value && (planField(path)?.words?.(value) ?? value),
    ]),
  )
}
