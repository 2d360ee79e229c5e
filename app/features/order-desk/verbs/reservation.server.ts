import { z } from 'zod'
import { changeOf } from '#app/access/difference.ts'
import { openCarrierChoice } from '#app/features/orders/parcels.ts'
import { stages } from '#app/features/orders/rules.ts'
import { findPrices } from '#app/features/orders/store/buyer.server.ts'
import { exitRows, exits, gateRules, isDue, isUnderWay } from '#app/features/reservations/rules.ts'
import { sendAgreement } from '#app/features/reservations/store/agreement.server.ts'
import {
  extendBalance,
  recordBalancePayment,
  requestBalance,
  waiveBalance,
  withdrawBalance,
} from '#app/features/reservations/store/balance.server.ts'
import { closeReservation } from '#app/features/reservations/store/close.server.ts'
import {
  correctShipment,
  moveReservation,
  shipmentFields,
} from '#app/features/reservations/store/move.server.ts'
import { refuse } from '#app/kit/refusal.ts'
import { isTicked } from '#app/kit/fields.ts'
import { type ShownSheet, reviewOf, type SheetRecord } from '../sheet.server.ts'
import {
  active,
  amount,
  area,
  choice,
  day,
  firearm,
  line,
  money,
  ofOrder,
  optional,
  optionalDay,
  payout,
  reason,
  text,
  tick,
  unless,
  verb,
  withFirearm,
} from '../verb.server.ts'
import { stageLabels } from '../listed.ts'
import { mayDo } from '#app/features/staff/rules.ts'

const reviewed = (record: SheetRecord) =>
  unless(reviewOf(record) === 'clear', 'Opens when the review is decided.')

/** The latest request for the balance of each firearm that is under way; nothing where none counts. */
const balancesOf = (record: SheetRecord) =>
  active(record).map(({ position }) => {
    const balance = record.balances.find((each) => each.position === position)
    return balance?.state === 'released' ? undefined : balance
  })

const withBalance = (record: SheetRecord) =>
  unless(
    balancesOf(record).some((balance) => balance && isDue(balance.state)),
    'No balance is due.',
  )

const shipmentHint = 'The buyer reads it, and so does the dealer where we know the address.'

const ofBalance = { right: 'orders.write', gates: withBalance } as const

const open = ({ firearms }: ShownSheet) => firearms.filter(({ isOpen }) => isOpen)
const first = ({ firearms }: ShownSheet) => firearms[0]
const heldGates = (sheet: ShownSheet) => [...new Set(open(sheet).flatMap(({ heldBy }) => heldBy))]
const isShipping = (sheet: ShownSheet) => open(sheet).some(({ next }) => next === 'shipped')

export const reservationVerbs = {
  send_agreement: verb({
    label: 'Send price and terms',
    button: 'Send to the buyer',
    right: 'orders.write',
    mails: true,
    gates: (record) => [
      ...withFirearm(record),
      ...reviewed(record),
      ...unless(
        active(record).some(({ stage }) => stage === 'reserved'),
        'Its price and terms are agreed.',
      ),
    ],
    fields: {
      position: firearm,
      variant: line('What is built', 'Write what exactly is built', {
        usual: (sheet) => first(sheet)?.variant,
        hint: 'Variant, caliber, barrel, finish: as the buyer will hold it.',
      }),
      includes: line('What the price includes', 'Write what the price includes', {
        usual: (sheet) => first(sheet)?.includes,
      }),
      price: money('Final price in dollars, without sales tax', amount, {
        usual: (sheet) => first(sheet)?.price,
        hint: 'The deposit is credited to it. The buyer is emailed a link to accept it.',
      }),
    },
    audit: 'send-agreement',
    run(acting, { price: priceCents, ...terms }, record) {
      const agreed = { ...terms, priceCents }
      return record(agreed, (work) =>
        sendAgreement(work, acting.sellables, { ...ofOrder(acting), ...agreed }),
      )
    },
  }),
  move_stage: verb({
    label: 'Move the stage',
    button: 'Move and email',
    right: 'transfers',
    mails: true,
    gates: withFirearm,
    lead: (sheet) =>
      [
        'The buyer is emailed the new stage and what comes next.',
        ...heldGates(sheet).map((gate) => gateRules[gate].held),
      ].join(' '),
    fields: {
      position: firearm,
      to: choice(
        'To',
        z.enum(stages, 'Choose the stage'),
        (sheet) =>
          stages
            .filter((stage) => open(sheet).some(({ next, previous }) => stage === next || stage === previous))
            .map((stage) => [stage, stageLabels[stage]] as const),
        (sheet) => open(sheet)[0]?.next,
      ),
      onDay: optionalDay('The day on which it happened', ({ today }) => today),
      carrier: {
        ...choice('Carrier', shipmentFields.carrier, openCarrierChoice),
        isShown: isShipping,
      },
      tracking: text('Tracking number', shipmentFields.tracking, {
        hint: shipmentHint,
        isShown: isShipping,
      }),
      note: optional('Note for staff'),
      backReason: optional('Why it goes back, if it does, in the words the buyer reads'),
      overrideReason: optional('Owner override: why it moves past these gates', {
        isShown: (sheet) => sheet.mayOverride && heldGates(sheet).length > 0,
      }),
    },
    audit: 'stage',
    async run(acting, input, record) {
      const { sellables, timeZone, member, signInAgain } = acting
      if (input.overrideReason) await signInAgain?.()
      if (input.overrideReason && !mayDo(member.role, 'override')) return refuse('override_is_owners')
      const { position, to, onDay: on = '', backReason, overrideReason, carrier, tracking } = input
      const shipment = to === 'shipped' && carrier ? { carrier, tracking } : {}
      return record({ line: position, to, on, backReason, overrideReason, ...shipment }, (work) =>
        moveReservation(work, { sellables, timeZone }, { ...ofOrder(acting), ...input }),
      )
    },
  }),
  correct_shipment: verb({
    label: 'Correct the tracking',
    button: 'Correct and email',
    right: 'transfers',
    mails: true,
    gates: (record) =>
      unless(
        active(record).some(({ stage }) => stage && isUnderWay(stage)),
        'No firearm is on its way to its dealer.',
      ),
    lead: 'The stage stays as it is. The buyer is emailed the right number, and so is the dealer where we know the address.',
    fields: {
      position: firearm,
      carrier: choice(
        'Carrier',
        shipmentFields.carrier,
        openCarrierChoice,
        (sheet) => first(sheet)?.shipment?.carrier,
      ),
      tracking: text('Tracking number', shipmentFields.tracking, {
        hint: shipmentHint,
        usual: (sheet) => first(sheet)?.shipment?.tracking,
      }),
      reason: line('What was wrong', 'Say what was wrong, for the record'),
    },
    audit: 'shipment-correct',
    run: (acting, { position, reason: why, ...typed }, record) =>
      record<Awaited<ReturnType<typeof correctShipment>>>(
        ({ before, shipment }) => ({ line: position, reason: why, ...changeOf(before, shipment) }),
        (work) =>
          correctShipment(work, acting.sellables, {
            ...ofOrder(acting),
            position,
            reason: why,
            ...typed,
          }),
      ),
  }),
  request_balance: verb({
    label: 'Ask for the balance',
    button: 'Ask for the balance',
    right: 'orders.write',
    mails: true,
    gates: (record) => [
      ...withFirearm(record),
      ...reviewed(record),
      ...unless(
        active(record).some(
          ({ stage, position }) =>
            stage !== 'reserved' && record.terms.find((each) => each.position === position)?.acceptedAt,
        ),
        'Opens when price and terms are agreed.',
      ),
      ...unless(balancesOf(record).includes(undefined), 'The balance is requested already.'),
    ],
    fields: {
      position: firearm,
      dueOn: optionalDay('Due on, if not in 14 days'),
      county: text(
        'Dealer’s county in Florida, if we looked it up',
        z.string().trim().optional().default(''),
        {
          hint: 'Sales tax depends on it. The buyer is emailed the pay link, with the tax and the day.',
        },
      ),
    },
    audit: 'balance',
    async run(acting, { position, dueOn, county }, record) {
      const { ctx, timeZone } = acting
      const prices = await findPrices({ ...ctx, timeZone })
      const request = { ...ofOrder(acting), position, dueOn, county: county || null }
      return record({ position, dueOn: dueOn ?? '' }, (work) =>
        requestBalance(work, request, prices, timeZone),
      )
    },
  }),
  record_balance: verb({
    label: 'Record a balance that was paid',
    button: 'Record payment',
    ...ofBalance,
    right: 'money.refund',
    recent: true,
    fields: {
      position: firearm,
      amount: money('Amount in dollars, with its tax', amount, {
        usual: (sheet) => first(sheet)?.balanceDue,
      }),
      ...payout,
    },
    audit: 'balance-paid',
    run(acting, { amount: amountCents, ...payment }, record) {
      const received = { ...ofOrder(acting), ...payment, amountCents }
      return recordBalancePayment(acting.ctx, received, (task) => record({ ...payment, amountCents }, task))
    },
  }),
  extend_balance: verb({
    label: 'Give longer to pay',
    button: 'Set the new day',
    ...ofBalance,
    mails: true,
    fields: { position: firearm, dueOn: day('New due day'), reason },
    audit: 'balance-extend',
    run: (acting, change, record) =>
      record(change, (work) => extendBalance(work, { ...ofOrder(acting), ...change }, acting.timeZone)),
  }),
  withdraw_balance: verb({
    label: 'Withdraw the balance request',
    button: 'Withdraw',
    isStop: true,
    ...ofBalance,
    fields: { position: firearm, reason },
    audit: 'balance-withdraw',
    run: (acting, change, record) =>
      record(change, (work) => withdrawBalance(work, { ...ofOrder(acting), ...change })),
  }),
  waive_balance: verb({
    label: 'Waive the balance',
    button: 'Waive',
    isStop: true,
    ...ofBalance,
    right: 'override',
    recent: true,
    fields: { position: firearm, reason },
    audit: 'balance-waive',
    run: (acting, change, record) =>
      record(change, (work) => waiveBalance(work, { ...ofOrder(acting), ...change })),
  }),
  close: verb({
    label: 'End the reservation',
    button: 'End it',
    isStop: true,
    right: 'money.refund',
    recent: true,
    mails: true,
    gates: withFirearm,
    fields: {
      position: firearm,
      exit: choice(
        'Why it ends, by its row of the refund policy',
        z.enum(exits, 'Choose why it ends'),
        exits.map((exit) => [exit, exitRows[exit].choice] as const),
      ),
      amount: money(
        'Deposit that goes back in dollars, where that was agreed; 0 for nothing',
        z.union([z.literal('').transform(() => undefined), amount]).optional(),
      ),
      isReleased: tick('Its form was withdrawn: the number goes back on sale', isTicked),
      note: area('What the buyer reads besides the reason', 'Write what the buyer reads besides the reason'),
    },
    audit: 'close',
    run(acting, { amount: amountCents, ...closing }, record) {
      const data = { ...closing, ...(amountCents !== undefined && { amountCents }) }
      return record(data, (work) =>
        closeReservation(work, acting.sellables, { ...ofOrder(acting), ...closing, amountCents }),
      )
    },
  }),
}
