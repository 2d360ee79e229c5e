import { z } from 'zod'
import { askInput, calledInput } from '#app/features/dealers/input.ts'
import { parseLicenseNumber } from '#app/features/dealers/rules.ts'
import { contactFields, requiredText, stateCodes } from '#app/features/orders/input.ts'
import { documentKinds } from '#app/features/orders/review.ts'
import { payoutMethods, stages } from '#app/features/orders/rules.ts'
import { shipmentFields } from '#app/features/reservations/input.ts'
import { exits } from '#app/features/reservations/rules.ts'
import { formKey } from '#app/kit/form-key.ts'
import { parseDollars } from '#app/kit/money.ts'
import { dollars, isTicked } from '#app/kit/typed-input.ts'
import { maxNoteLength, maxReasonLength } from './rules/query.ts'

const short = (message: string) =>
  requiredText(message, 3).max(maxReasonLength, `Keep this under ${maxReasonLength} characters`)

const reason = short('Say why, for the record')

const note = (message: string) =>
  requiredText(message).max(maxNoteLength, `Keep this under ${maxNoteLength} characters`)

const optionalNote = z.string().trim().max(maxReasonLength, `Keep this under ${maxReasonLength} characters`)

const day = z.iso.date('Choose a day')
const optionalDay = z
  .union([day, z.literal('').transform(() => undefined)], 'Choose a day, or leave this empty')
  .optional()

const position = z.coerce.number('Choose the firearm').int().nonnegative()

const amount = dollars('Enter an amount, such as 2499 or 25.50')

const document = z.uuid('Choose the document')

const none = z.object({})

export const verbInputs = {
  approve: z.object({ note: note('Write what you looked at: it is stored with your name') }),
  ask_document: z.object({
    documents: z.preprocess(
      (sent) => (typeof sent === 'string' ? [sent] : sent),
      z.array(z.enum(documentKinds), 'Choose at least one document').min(1),
    ),
    note: note('Write what the buyer has to send'),
    dueOn: day,
  }),
  accept_document: z.object({ document }),
  refuse_document: z.object({ document, reason: note('Write why: the buyer reads it') }),
  decline: z.object({ note: note('Write why: the buyer reads it') }),
  settle_payment: z.object({ ruling: z.enum(['approve', 'decline'], 'Choose what you decide'), reason }),
  send_agreement: z.object({
    position,
    variant: short('Write what exactly is built'),
    includes: short('Write what the price includes'),
    price: amount,
  }),
  request_balance: z.object({
    position,
    dueOn: optionalDay,
    county: z.string().trim().optional().default(''),
  }),
  record_balance: z.object({
    position,
    amount,
    method: z.enum(payoutMethods, 'Choose how it was paid'),
    reference: requiredText('Enter the number of the check or transfer').max(
      60,
      'Keep this under 60 characters',
    ),
  }),
  extend_balance: z.object({ position, dueOn: day, reason }),
  withdraw_balance: z.object({ position, reason }),
  waive_balance: z.object({ position, reason }),
  move_stage: z.object({
    position,
    to: z.enum(stages, 'Choose the stage'),
    onDay: optionalDay,
    note: optionalNote.optional().default(''),
    backReason: optionalNote.optional().default(''),
    overrideReason: optionalNote.optional().default(''),
    ...shipmentFields,
  }),
  correct_shipment: z.object({ position, reason, ...shipmentFields }),
  set_dealer: z.object({
    license: requiredText('Choose a dealer, or enter a license number').transform((typed, context) => {
      const key = parseLicenseNumber(typed)
      if (key) return key
      context.addIssue({ code: 'custom', message: 'Enter it as on the license, like 1-59-086-01-9A-04567' })
      return z.NEVER
    }),
  }),
  ask_dealer: z.object({ email: askInput.shape.dealerEmail }),
  record_dealer_answer: calledInput,
  confirm_dealer: none,
  withdraw_dealer: z.object({ note: note('Write why'), isBackWithUs: isTicked }),
  refund: z
    .object({
      /** `all`, `amount`, or a line by its position: `line 0`. */
      scope: z.string('Choose what to refund').regex(/^(all|amount|line \d{1,3})$/, 'Choose what to refund'),
      dollars: z.string().trim().optional().default(''),
      stock: z.enum(['usual', 'release', 'keep'], 'Choose what happens to the goods').default('usual'),
      route: z.enum(['card', 'check'], 'Choose how the money goes back').default('card'),
      reason,
    })
    .transform((form, context) => {
      if (form.scope !== 'amount') return { ...form, amountCents: 0 }
      const amountCents = parseDollars(form.dollars)
      if (amountCents !== undefined && amountCents > 0) return { ...form, amountCents }
      context.addIssue({ code: 'custom', path: ['dollars'], message: 'Enter an amount, such as 25 or 25.50' })
      return z.NEVER
    }),
  close: z.object({
    position,
    exit: z.enum(exits, 'Choose why it ends'),
    note: note('Write what the buyer reads besides the reason'),
    /** What goes back of the deposit where the policy leaves that to an agreement. */
    amount: z.union([z.literal('').transform(() => undefined), amount]).optional(),
    isReleased: isTicked,
  }),
  record_payout: z.object({
    refund: requiredText('Choose the refund'),
    method: z.enum(payoutMethods, 'Choose how it was paid'),
    reference: requiredText('Enter the number of the check or transfer').max(
      60,
      'Keep this under 60 characters',
    ),
  }),
  retry_refund: z.object({ refund: requiredText('Choose the refund') }),
  note: z.object({ text: note('Write the note') }),
  correct_buyer: z.object({
    ...contactFields,
    /** Empty on orders without a firearm. */
    state: z
      .string()
      .trim()
      .toUpperCase()
      .refine((code) => code === '' || stateCodes.has(code), { error: 'Choose a state' })
      .optional()
      .default(''),
  }),
  send_link: z.object({ key: formKey }),
  end_links: none,
} as const

export type OrderVerb = keyof typeof verbInputs

export type VerbInput<Verb extends OrderVerb> = z.output<(typeof verbInputs)[Verb]>

export const verbFormInput = z.object({
  verb: z.enum(Object.keys(verbInputs) as [OrderVerb, ...OrderVerb[]]),
  revision: z.coerce.number().int().nonnegative(),
  preview: isTicked,
})

/** The verbs that several selected orders may be given at once. Each needs what it needs on one order's sheet. */
export const bulkVerbs = ['request_balance', 'move_stage'] as const satisfies OrderVerb[]
export type BulkVerb = (typeof bulkVerbs)[number]

/** As many as a page of the list has. */
export const maxBulk = 50

/** An order with the revision of its preview: `7KQ2M94T3B 41`. */
const selected = z
  .string()
  .regex(/^[0-9A-Z]{10} \d{1,15}$/)
  .transform((text) => {
    const [orderId = '', revision] = text.split(' ')
    return { orderId, revision: Number(revision) }
  })

export const bulkInput = z.object({
  verb: z.enum(bulkVerbs, 'Choose what to do'),
  order: z.preprocess(
    (sent) => (typeof sent === 'string' ? [sent] : sent),
    z.array(selected, 'Choose at least one order').min(1).max(maxBulk),
  ),
})
