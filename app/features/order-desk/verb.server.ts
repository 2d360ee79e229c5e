import { z } from 'zod'
import { actAs, type Recorded, type SentForm } from '#app/access/act.server.ts'
import type { AuditData } from '#app/access/difference.ts'
import type { UnitOfWork } from '#app/db/db.server.ts'
import type { Verdict } from '#app/features/compliance/rules.ts'
import type { Asked, Choices } from '#app/features/console/components/fields.tsx'
import { isPaid, payoutMethods } from '#app/features/orders/rules.ts'
import { openStage } from '#app/features/orders/stages.ts'
import type { Sellables } from '#app/features/orders/store/lines.server.ts'
import { expectRevision, type OrderEvent } from '#app/features/orders/store/read.server.ts'
import type { GateName, Shipment } from '#app/features/reservations/rules.ts'
import type { StaffRight } from '#app/features/staff/rules.ts'
import type { PaymentContext } from '#app/gateway/payment-context.server.ts'
import { requiredText } from '#app/features/orders/input.ts'
import type { KeyedHash } from '#app/kit/ids.ts'
import type { Refusal } from '#app/kit/refusal.ts'
import { dollars } from '#app/kit/fields.ts'
import type { ShownSheet, SheetRecord } from './sheet.server.ts'
import { maxNoteLength } from './tables.ts'
import type { Desk } from '#app/features/staff/action.server.ts'

const maxReasonLength = 300

/** Who acts on an order as it was seen, in the shop or in a rehearsal of it. */
export type Acting = Omit<Desk, 'ctx'> & {
  ctx: PaymentContext & { keyedHash: KeyedHash }
  sellables: Sellables
  orderId: string
  revision: number
  /** What goes past a gate needs a recent sign-in, too. A rehearsal asks for none. */
  signInAgain?: () => Promise<void>
}

/** `changed` carries the events since the revision that was seen, `gates` those that hold a move. */
export type Outcome =
  | { ok: true }
  | (Refusal & { since?: OrderEvent[]; gates?: GateName[]; verdict?: Verdict; missing?: (keyof Shipment)[] })

/** What the audit log says of a verb; of what came of it, where that is known only then. */
type Said<Result> = AuditData | ((done: Extract<Result, { ok: true }>) => AuditData)

/** Performs and audits a verb, if the order is still as it was seen. `form`: that of one that leaves the revision as it is. */
export function act<Result extends { ok: boolean } = Outcome>(
  { ctx, orderId, revision, actor }: Pick<Acting, 'orderId' | 'revision' | 'actor'> & { ctx: PaymentContext },
  verb: string,
  data: Said<Result>,
  task: (work: UnitOfWork) => Promise<Result>,
  form?: SentForm,
): Promise<Recorded<Result>> {
  const expect = (work: UnitOfWork) => expectRevision(work, orderId, revision)
  return actAs(ctx, actor, { verb, subject: orderId, data, expect, ...(form && { form }) }, task)
}

/** The verb's own transaction: its data goes into the audit log. */
type Audited = <Result extends { ok: boolean } = Outcome>(
  data: Said<Result>,
  task: (work: UnitOfWork) => Promise<Result>,
  form?: SentForm,
) => Promise<Recorded<Result>>

type Of<Value> = Value | ((sheet: ShownSheet) => Value)

/** How a field is asked for, and what is taken from it. Without a label it is no field to see: see the form. */
type Field<Value = unknown> = Pick<Asked, 'type' | 'inputMode' | 'rows'> & {
  label: string
  input: z.ZodType<Value>
  hint?: Of<string>
  usual?: Of<string | undefined>
  options?: Of<Choices>
  isShown?: (sheet: ShownSheet) => boolean
}
type Fields = Record<string, Field>
type InputOf<Of extends Fields> = { [Name in keyof Of]: z.output<Of[Name]['input']> }

/** What the fields of a form take, for a schema of it as a whole. */
export const inputsOf = <const Of extends Fields>(fields: Of) =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field.input])) as {
    [Name in keyof Of]: Of[Name]['input']
  }

/** One verb of the order sheet: who may perform it, what holds it back, what it asks, and what it does. */
type Verb<Input> = {
  label: string
  button: string
  isStop?: true
  right: StaffRight
  /** Its money or its law needs a sign-in of the last minutes. */
  recent?: true
  mails?: true
  /** Not offered at all where no state rule is about the order. */
  isOfRules?: true
  /** The sentences of what holds it back. The server checks again when it is performed. */
  gates: (record: SheetRecord) => string[]
  /** What is said before its fields. */
  lead?: Of<string>
  fields: Fields
  input: z.ZodType<Input>
  /** As the audit log calls it. */
  audit: string
  run: (acting: Acting, input: Input, record: Audited) => Promise<Outcome>
}

export type OrderVerbRecord<Input = never> = Omit<Verb<Input>, 'run'> & {
  run: (acting: Acting, input: Input) => Promise<Recorded<Outcome>>
}

/** What comes of the fields is its input, or what comes of a schema of its own. */
export function verb<const Of extends Fields, Input = InputOf<Of>>({
  input,
  run,
  ...more
}: Omit<Verb<Input>, 'fields' | 'input'> & {
  fields?: Of
  input?: z.ZodType<Input>
}): OrderVerbRecord<Input> {
  const fields: Fields = more.fields ?? {}
  return {
    ...more,
    fields,
    input: input ?? (z.object(inputsOf(fields)) as unknown as z.ZodType<Input>),
    // Every verb writes by the transaction that it is handed here.
    run: (acting, given) =>
      run(acting, given, (...said) => act(acting, more.audit, ...said)) as Promise<Recorded<Outcome>>,
  }
}

export const ofOrder = ({ orderId, by }: Acting) => ({ orderId, by })

export const unless = (isMet: boolean, gate: string): string[] => (isMet ? [] : [gate])

export const whenPaid = ({ order }: SheetRecord) =>
  unless(isPaid(order.state), 'Opens when the order is paid.')

/** The firearms that are under way. */
export const active = ({ order }: SheetRecord) => order.lines.filter((line) => openStage(line) !== undefined)

export const withFirearm = (record: SheetRecord) => [
  ...whenPaid(record),
  ...unless(active(record).length > 0, 'The order has no firearm under way.'),
]

const short = (message: string) =>
  requiredText(message, 3).max(maxReasonLength, `Keep this under ${maxReasonLength} characters`)
const long = (message: string) =>
  requiredText(message).max(maxNoteLength, `Keep this under ${maxNoteLength} characters`)

export const text = <Value>(
  label: string,
  input: z.ZodType<Value>,
  more: Partial<Field> = {},
): Field<Value> => ({
  ...more,
  label,
  input,
})
export const line = (label: string, missing: string, more?: Partial<Field>) =>
  text(label, short(missing), more)
export const area = (label: string, missing: string, hint?: Of<string>) =>
  text(label, long(missing), { rows: 3, ...(hint !== undefined && { hint }) })
export const choice = <Value>(
  label: string,
  input: z.ZodType<Value>,
  options: Of<Choices>,
  usual?: Of<string | undefined>,
) => text(label, input, { options, ...(usual !== undefined && { usual }) })
export const optional = (label: string, more?: Partial<Field>) =>
  text(
    label,
    z
      .string()
      .trim()
      .max(maxReasonLength, `Keep this under ${maxReasonLength} characters`)
      .optional()
      .default(''),
    more,
  )
export const tick = <Value>(label: string, input: z.ZodType<Value>) =>
  text(label, input, { type: 'checkbox' as const })
export const amount = dollars('Enter an amount, such as 2499 or 25.50')
export const money = <Value>(label: string, input: z.ZodType<Value>, more: Partial<Field> = {}) =>
  text(label, input, { ...more, inputMode: 'decimal' })
export const reason = line('Reason', 'Say why, for the record')

const isoDay = z.iso.date('Choose a day')
export const day = (label: string, hint?: string) =>
  text(label, isoDay, { type: 'date', ...(hint !== undefined && { hint }) })
export const optionalDay = (label: string, usual?: Of<string | undefined>) =>
  text(
    label,
    z
      .union([isoDay, z.literal('').transform(() => undefined)], 'Choose a day, or leave this empty')
      .optional(),
    { type: 'date', ...(usual !== undefined && { usual }) },
  )

/** Which firearm; a sheet with one asks for none. */
export const firearm = choice(
  'Firearm',
  z.coerce.number('Choose the firearm').int().nonnegative(),
  ({ firearms }) =>
    firearms.filter(({ isOpen }) => isOpen).map(({ position, title }) => [String(position), title] as const),
)

export const payout = {
  method: choice(
    'Paid by',
    z.enum(payoutMethods, 'Choose how it was paid'),
    [
      ['check', 'Check'],
      ['wire', 'Bank transfer'],
      ['cash', 'Cash'],
      ['other', 'Another way'],
    ],
    'check',
  ),
  reference: text(
    'Number of the check or transfer',
    requiredText('Enter the number of the check or transfer').max(60, 'Keep this under 60 characters'),
  ),
}

export function valueFor<Value>(of: Of<Value> | undefined, sheet: ShownSheet): Value | undefined {
  return typeof of === 'function' ? (of as (sheet: ShownSheet) => Value)(sheet) : of
}
