import { z } from 'zod'
import { states } from '#app/features/compliance/rules/states.ts'
import {
  contactAsked,
  type contactFields,
  contactIn,
  requiredText,
  stateCodes,
} from '#app/features/orders/input.ts'
import { isPaid, refundableCents } from '#app/features/orders/rules.ts'
import { correctBuyer } from '#app/features/orders/store/buyer.server.ts'
import { endLinks } from '#app/features/orders/store/links.server.ts'
import { findOrder, type ShownRefund } from '#app/features/orders/store/read.server.ts'
import { recordPayout, refundOrder, tryRefundAgain } from '#app/features/refunds/flows.server.ts'
import { formKey } from '#app/kit/fields.ts'
import { formatStamp } from '#app/kit/dates.ts'
import { publicCode } from '#app/kit/ids.ts'
import { formatCentsExact, parseDollars } from '#app/kit/money.ts'
import { allowed, refuse } from '#app/kit/refusal.ts'
import { addNote, type SheetRecord } from '../sheet.server.ts'
import {
  area,
  choice,
  inputsOf,
  type Outcome,
  payout,
  reason,
  text,
  unless,
  verb,
  whenPaid,
} from '../verb.server.ts'

function mayBePaidOut({ state, gateway }: Pick<ShownRefund, 'state' | 'gateway'>): boolean {
  return state === 'by_check' || state === 'refused' || (state === 'started' && gateway === 'manual')
}

function leftToRefundCents({ order }: SheetRecord): number {
  return order.refunds
    .filter(({ state, isLate }) => !isLate && (state === 'started' || state === 'by_check'))
    .reduce((left, { amountCents }) => left - amountCents, refundableCents(order))
}

const refundChoice = (label: string, isOf: (refund: ShownRefund) => boolean) =>
  choice(label, requiredText('Choose the refund'), ({ order, timeZone, now }) =>
    order.refunds
      .filter(isOf)
      .map(
        ({ id, amountCents, startedAt, refusal, waitingFor }) =>
          [
            id,
            [
              `${formatCentsExact(amountCents)}, started ${formatStamp(startedAt, timeZone, now)}`,
              refusal ?? waitingFor,
            ]
              .filter(Boolean)
              .join('. '),
          ] as const,
      ),
  )

const refundFields = {
  /** `all`, `amount`, or a line by its position: `line 0`. */
  scope: choice(
    'Refund',
    z.string('Choose what to refund').regex(/^(all|amount|line \d{1,3})$/, 'Choose what to refund'),
    ({ order, refundableCents: left }) => [
      ['all', `Everything that is left, up to ${formatCentsExact(left)}`],
      ...order.lines
        .filter(({ returnedAt }) => !returnedAt)
        .map(({ position, title }) => [`line ${position}`, `The line ${title}`] as const),
      ['amount', 'An amount, returning nothing'],
    ],
    'all',
  ),
  dollars: text('Amount, if you chose one', z.string().trim().optional().default(''), {
    inputMode: 'decimal',
  }),
  stock: choice(
    'Returned goods',
    z.enum(['usual', 'release', 'keep'], 'Choose what happens to the goods').default('usual'),
    [
      ['usual', 'Back on sale unless a form is filed or a package was sent'],
      ['release', 'Back on sale in any case: they are here'],
      ['keep', 'Off sale, as of damaged goods'],
    ],
    'usual',
  ),
  route: choice(
    'Paid back',
    z.enum(['card', 'check'], 'Choose how the money goes back').default('card'),
    [
      ['card', 'The way it was paid'],
      ['check', 'By check, which a person writes'],
    ],
    'card',
  ),
  reason,
}

const refundInput = z.object(inputsOf(refundFields)).transform((form, context) => {
  if (form.scope !== 'amount') return { ...form, amountCents: 0 }
  const amountCents = parseDollars(form.dollars)
  if (amountCents !== undefined && amountCents > 0) return { ...form, amountCents }
  context.addIssue({ code: 'custom', path: ['dollars'], message: 'Enter an amount, such as 25 or 25.50' })
  return z.NEVER
})

const contact = Object.fromEntries(
  contactAsked.map(({ name, label, desk, column, input, type }) => {
    const usual = ({ order }: { order: Record<typeof column, string | null> }) => order[column] ?? ''
    const more = { usual, ...(type && { type }), ...(desk?.hint && { hint: desk.hint }) }
    return [name, text(desk?.label ?? label, input, more)]
  }),
) as { [Name in keyof typeof contactFields]: ReturnType<typeof text<z.output<(typeof contactFields)[Name]>>> }

export const orderVerbs = {
  refund: verb({
    label: 'Refund all, a line or an amount',
    button: 'Refund',
    isStop: true,
    right: 'money.refund',
    recent: true,
    mails: true,
    gates: (record) =>
      isPaid(record.order.state)
        ? unless(leftToRefundCents(record) > 0, 'Everything that was paid is refunded or being refunded.')
        : whenPaid(record),
    lead: 'The buyer is emailed the amount once it is made. A refund can’t be undone.',
    fields: refundFields,
    input: refundInput,
    audit: 'refund',
    run({ ctx, sellables, orderId, by }, { scope, amountCents, stock, route, reason: why }, record) {
      const [, position] = /^line (\d+)$/.exec(scope) ?? []
      const amount = scope === 'amount' && { amountCents }
      const what = position ? { position: Number(position) } : amount || ('all' as const)
      const terms = {
        by,
        isReleased: stock === 'release',
        isOffSale: stock === 'keep',
        isByCheck: route === 'check',
        reason: why,
      }
      const data = { of: scope, stock, route, reason: why, ...amount }
      return refundOrder(ctx, sellables, orderId, what, { terms, perform: (task) => record(data, task) })
    },
  }),
  record_payout: verb({
    label: 'Record a refund that we paid',
    button: 'Record payment',
    right: 'money.refund',
    recent: true,
    mails: true,
    gates: ({ order }) => unless(order.refunds.some(mayBePaidOut), 'No refund waits for a person.'),
    lead: 'The buyer is emailed how it was paid.',
    fields: { refund: refundChoice('Refund that was paid', mayBePaidOut), ...payout },
    audit: 'refund-paid',
    run: ({ ctx, sellables, orderId, by }, { refund: id, ...paid }, record) =>
      recordPayout(ctx, sellables, { orderId, id }, { ...paid, by }, (task) =>
        record({ refund: id, ...paid }, task),
      ),
  }),
  retry_refund: verb({
    label: 'Try a refused refund again',
    button: 'Try again',
    right: 'money.refund',
    recent: true,
    gates: ({ order }) =>
      unless(
        order.refunds.some(({ state }) => state === 'refused'),
        'No refund was refused.',
      ),
    lead: 'It goes to the payment service once more, and the buyer is emailed once it is made. If it refuses again, pay it by check and record that.',
    fields: { refund: refundChoice('Refused refund', ({ state }) => state === 'refused') },
    audit: 'refund-retry',
    run: ({ ctx, sellables, orderId, by }, { refund: id }, record) =>
      tryRefundAgain(
        ctx,
        sellables,
        { orderId, id },
        { by, perform: (task) => record({ refund: id }, task) },
      ),
  }),
  note: verb({
    label: 'Add a note',
    button: 'Add note',
    right: 'orders.read',
    gates: () => [],
    fields: { text: area('Note, with your name and the time; only staff read it', 'Write the note') },
    audit: 'note',
    run: ({ orderId, by }, { text: note }, record) =>
      record({}, (work) => addNote(work, orderId, { by, text: note })),
  }),
  // The private link goes where the address says.
  correct_buyer: verb({
    label: 'Correct the buyer',
    button: 'Save correction',
    right: 'orders.write',
    recent: true,
    gates: whenPaid,
    fields: {
      ...contact,
      state: text(
        'State of residence',
        /** Empty on orders without a firearm. */
        z
          .string()
          .trim()
          .toUpperCase()
          .refine((code) => code === '' || stateCodes.has(code), { error: 'Choose a state' })
          .optional()
          .default(''),
        {
          options: states.map(({ code, name }) => [code, name] as const),
          usual: ({ order }) => order.buyerState ?? '',
          hint: 'The state rules are checked again with it.',
          isShown: ({ order }) => Boolean(order.buyerState),
        },
      ),
    },
    audit: 'correct-buyer',
    run({ ctx, sellables, orderId, by }, { state, ...form }, record) {
      const buyer = { ...contactIn(form), buyerState: state || null }
      return record({}, (work) =>
        correctBuyer(work, sellables, orderId, buyer, { by, keyedHash: ctx.keyedHash }),
      )
    },
  }),
  send_link: verb({
    label: 'Send the private link again',
    button: 'Send link',
    right: 'orders.write',
    mails: true,
    gates: ({ order }) => unless(order.buyerEmail !== null, 'The order has no email address yet.'),
    lead: ({ order }) =>
      `${order.buyerEmail} is emailed a new private link. Older links go on working until they end.`,
    fields: { key: text('', formKey) },
    audit: 'send-link',
    run({ orderId }, { key }, record) {
      const send = async (work: Parameters<typeof addNote>[0]): Promise<Outcome> => {
        const order = await findOrder(work.tx, orderId)
        if (!order?.buyerEmail) return refuse('no_buyer_email')
        await work.enqueue('mail-order-link', { orderId, requestId: publicCode() })
        return allowed
      }
      return record({}, send, { key, typed: ['send-link', orderId] })
    },
  }),
  end_links: verb({
    label: 'End all private links',
    button: 'End links',
    right: 'orders.write',
    gates: () => [],
    lead: 'Every private link to this order stops working, in every browser. Send a new one after it.',
    audit: 'end-links',
    run: ({ orderId, by }, _, record) =>
      record({}, async (work) => {
        await endLinks(work, orderId, { by })
        return allowed
      }),
  }),
}
