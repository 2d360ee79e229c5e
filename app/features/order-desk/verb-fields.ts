import { states } from '#app/features/compliance/rules/states.ts'
import { documentKinds, documentKindWords } from '#app/features/orders/review.ts'
import { stages } from '#app/features/orders/rules.ts'
import { openCarrierChoice } from '#app/features/orders/parcels.ts'
import { exitRows, exits } from '#app/features/reservations/rules.ts'
import { gateWords, shipmentHint } from '#app/features/reservations/words.ts'
import { formatCentsExact } from '#app/kit/money.ts'
import type { OrderVerb } from './input.ts'
import type { ShownSheet } from './routes/shown-sheet.server.ts'
import { stageLabels } from './words.ts'
import type { Choices } from '#app/features/console/components/fields.tsx'

type Of<Value> = Value | ((sheet: ShownSheet) => Value)

export type VerbField = {
  name: string
  label: string
  /** One line of text without a kind. `checks`: several of its options; `tick`: yes or no; `say`: words without a field. */
  kind?: 'area' | 'date' | 'email' | 'dollars' | 'choice' | 'checks' | 'tick' | 'say'
  hint?: Of<string>
  usual?: Of<string | undefined>
  options?: Of<Choices>
  isShown?: (sheet: ShownSheet) => boolean
}

const field = (name: string, label: string, more: Omit<VerbField, 'name' | 'label'> = {}): VerbField => ({
  name,
  label,
  ...more,
})
const say = (words: Of<string>): VerbField => field('', '', { kind: 'say', hint: words })
const choice = (name: string, label: string, options: Of<Choices>, usual?: Of<string | undefined>) =>
  field(name, label, { kind: 'choice', options, ...(usual !== undefined && { usual }) })
const note = (label: string, hint?: Of<string>) =>
  field('note', label, { kind: 'area', ...(hint !== undefined && { hint }) })

const open = ({ firearms }: ShownSheet) => firearms.filter(({ isOpen }) => isOpen)
const first = ({ firearms }: ShownSheet) => firearms[0]

/** Which firearm; a sheet with one asks for none. */
const firearm = choice('position', 'Firearm', (sheet) =>
  open(sheet).map(({ position, title }) => [String(position), title] as const),
)
const reason = field('reason', 'Reason')
const document = choice('document', 'Document', ({ documents }) =>
  documents
    .filter(({ state }) => state === 'waiting')
    .toReversed()
    .map(({ id, words, file }) => [id, `${words}: ${file}`] as const),
)
const payout = [
  choice(
    'method',
    'Paid by',
    [
      ['check', 'Check'],
      ['wire', 'Bank transfer'],
      ['cash', 'Cash'],
      ['other', 'Another way'],
    ],
    'check',
  ),
  field('reference', 'Number of the check or transfer'),
]
const refundOf = (label: string, isOf: (refund: ShownSheet['refunds'][number]) => boolean) =>
  choice('refund', label, ({ refunds }) =>
    refunds
      .filter(isOf)
      .map(
        ({ id, amount, on, refusal }) =>
          [id, [`${amount}, started ${on}`, refusal].filter(Boolean).join('. ')] as const,
      ),
  )

const heldGates = (sheet: ShownSheet) => [...new Set(open(sheet).flatMap(({ heldBy }) => heldBy))]
const isShipping = (sheet: ShownSheet) => open(sheet).some(({ next }) => next === 'shipped')

export const verbFields: Record<OrderVerb, readonly VerbField[]> = {
  approve: [
    note(
      'Note, with your name, the rule versions and the time',
      'The buyer is emailed that the review is done. It counts for the rules as they are now.',
    ),
  ],
  ask_document: [
    field('documents', 'Documents', {
      kind: 'checks',
      options: documentKinds.map((kind) => [kind, documentKindWords[kind]] as const),
    }),
    note('What the buyer has to send, in the words they read'),
    field('dueOn', 'By', {
      kind: 'date',
      hint: 'The order waits until you decide. The buyer is emailed where to upload it. It takes the place of what was requested before.',
    }),
  ],
  accept_document: [
    document,
    say('What it settles you decide with the review. The buyer sees that it is accepted.'),
  ],
  refuse_document: [
    document,
    field('reason', 'Why, and what to send instead, in the words the buyer reads', { kind: 'area' }),
  ],
  decline: [
    note(
      'Why, in the words the buyer reads',
      ({ money }) =>
        `Everything that was paid goes back, ${formatCentsExact(money.refundableCents)}, and the reservation ends.`,
    ),
  ],
  settle_payment: [
    choice('ruling', 'The payment', [
      ['approve', 'Approve: the card is charged'],
      ['decline', 'Decline: nothing is charged'],
    ]),
    reason,
  ],
  send_agreement: [
    firearm,
    field('variant', 'What is built', {
      usual: (sheet) => first(sheet)?.variant,
      hint: 'Variant, caliber, barrel, finish: as the buyer will hold it.',
    }),
    field('includes', 'What the price includes', { usual: (sheet) => first(sheet)?.includes }),
    field('price', 'Final price in dollars, without sales tax', {
      kind: 'dollars',
      usual: (sheet) => first(sheet)?.price,
      hint: 'The deposit is credited to it. The buyer is emailed a link to accept it.',
    }),
  ],
  request_balance: [
    firearm,
    field('dueOn', 'Due on, if not in 14 days', { kind: 'date' }),
    field('county', 'Dealer’s county in Florida, if we looked it up', {
      hint: 'Sales tax depends on it. The buyer is emailed the pay link, with the tax and the day.',
    }),
  ],
  record_balance: [
    firearm,
    field('amount', 'Amount in dollars, with its tax', {
      kind: 'dollars',
      usual: (sheet) => first(sheet)?.balanceDue,
    }),
    ...payout,
  ],
  extend_balance: [firearm, field('dueOn', 'New due day', { kind: 'date' }), reason],
  withdraw_balance: [firearm, reason],
  waive_balance: [firearm, reason],
  move_stage: [
    firearm,
    choice(
      'to',
      'To',
      (sheet) =>
        stages
          .filter((stage) => open(sheet).some(({ next, previous }) => stage === next || stage === previous))
          .map((stage) => [stage, stageLabels[stage]] as const),
      (sheet) => open(sheet)[0]?.next,
    ),
    field('onDay', 'The day on which it happened', { kind: 'date', usual: ({ today }) => today }),
    { ...choice('carrier', 'Carrier', openCarrierChoice), isShown: isShipping },
    field('tracking', 'Tracking number', { hint: shipmentHint, isShown: isShipping }),
    field('note', 'Note for staff'),
    field('backReason', 'Why it goes back, if it does, in the words the buyer reads'),
    say((sheet) =>
      heldGates(sheet)
        .map((gate) => gateWords[gate].held)
        .join(' '),
    ),
    field('overrideReason', 'Owner override: why it moves past these gates', {
      isShown: (sheet) => sheet.mayOverride && heldGates(sheet).length > 0,
    }),
    say('The buyer is emailed the new stage and what comes next.'),
  ],
  correct_shipment: [
    firearm,
    choice('carrier', 'Carrier', openCarrierChoice, (sheet) => first(sheet)?.shipment?.carrier),
    field('tracking', 'Tracking number', { usual: (sheet) => first(sheet)?.shipment?.tracking }),
    field('reason', 'What was wrong'),
    say(
      'The stage stays as it is. The buyer is emailed the right number, and so is the dealer where we know the address.',
    ),
  ],
  // It is found first: see the form.
  set_dealer: [
    say(
      'The state rules are checked with the dealer’s state, the dealer gets a request where we know the address, and the buyer is emailed.',
    ),
  ],
  ask_dealer: [
    field('email', 'Dealer’s email', {
      kind: 'email',
      usual: ({ dealer }) => dealer?.requestEmail ?? dealer?.email,
      hint: 'Only an address that you know to be theirs: the answer counts. An earlier request ends. It is used for this order only; the dealer’s file has the one for every order.',
    }),
  ],
  record_dealer_answer: [
    say(
      'Call the number of the license, never one that the buyer gave. The answer counts at once, and the buyer is emailed.',
    ),
    choice(
      'answer',
      'Answer',
      [
        ['accept', 'Yes, they receive it'],
        ['decline', 'No'],
      ],
      'accept',
    ),
    field('answeredBy', 'Who you spoke to'),
    field('fee', 'Their fee in dollars, if yes; 0 for none', { kind: 'dollars' }),
    field('hours', 'Their hours, if yes'),
    field('nfa', 'They say that they take NFA items', { kind: 'tick' }),
    field('reason', 'Why not, if no; only staff read it', { kind: 'area' }),
  ],
  confirm_dealer: [
    say(
      ({ dealer }) =>
        `You know that ${dealer?.requestEmail || 'this address'} is the address of ${dealer?.name ?? 'the dealer'}: from their license copy, or from a call to the number of their license. What they answer from it counts from now on, for this order.`,
    ),
  ],
  withdraw_dealer: [
    note('Why, for staff'),
    field('isBackWithUs', 'What was shipped to the dealer is back with us', { kind: 'tick' }),
  ],
  close: [
    firearm,
    choice(
      'exit',
      'Why it ends, by its row of the refund policy',
      exits.map((exit) => [exit, exitRows[exit].choice] as const),
    ),
    field('amount', 'Deposit that goes back in dollars, where that was agreed; 0 for nothing', {
      kind: 'dollars',
    }),
    field('isReleased', 'Its form was withdrawn: the number goes back on sale', { kind: 'tick' }),
    note('What the buyer reads besides the reason'),
  ],
  refund: [
    choice(
      'scope',
      'Refund',
      ({ lines, money }) => [
        ['all', `Everything that is left, up to ${formatCentsExact(money.refundableCents)}`],
        ...lines
          .filter(({ isReturned }) => !isReturned)
          .map(({ position, title }) => [`line ${position}`, `The line ${title}`] as const),
        ['amount', 'An amount, returning nothing'],
      ],
      'all',
    ),
    field('dollars', 'Amount, if you chose one', { kind: 'dollars' }),
    choice(
      'stock',
      'Returned goods',
      [
        ['usual', 'Back on sale unless a form is filed or a package was sent'],
        ['release', 'Back on sale in any case: they are here'],
        ['keep', 'Off sale, as of damaged goods'],
      ],
      'usual',
    ),
    choice(
      'route',
      'Paid back',
      [
        ['card', 'The way it was paid'],
        ['check', 'By check, which a person writes'],
      ],
      'card',
    ),
    reason,
    say('The buyer is emailed the amount once it is made. A refund can’t be undone.'),
  ],
  record_payout: [
    refundOf('Refund that was paid', ({ isPayable }) => isPayable),
    ...payout,
    say('The buyer is emailed how it was paid.'),
  ],
  retry_refund: [
    refundOf('Refused refund', ({ state }) => state === 'refused'),
    say(
      'It goes to the payment service once more, and the buyer is emailed once it is made. If it refuses again, pay it by check and record that.',
    ),
  ],
  note: [field('text', 'Note, with your name and the time; only staff read it', { kind: 'area' })],
  correct_buyer: [
    field('name', 'Name', { usual: ({ buyer }) => buyer.name }),
    field('email', 'Email', {
      kind: 'email',
      usual: ({ buyer }) => buyer.email,
      hint: 'Another email ends every private link, and a new link goes to the new address.',
    }),
    field('phone', 'Phone', { usual: ({ buyer }) => buyer.phone }),
    {
      ...choice(
        'state',
        'State of residence',
        states.map(({ code, name }) => [code, name] as const),
        ({ buyer }) => buyer.stateCode,
      ),
      hint: 'The state rules are checked again with it.',
      isShown: ({ buyer }) => buyer.stateCode !== '',
    },
  ],
  send_link: [
    say(
      ({ buyer }) =>
        `${buyer.email} is emailed a new private link. Older links go on working until they end.`,
    ),
  ],
  end_links: [
    say('Every private link to this order stops working, in every browser. Send a new one after it.'),
  ],
}

export function valueFor<Value>(of: Of<Value>, sheet: ShownSheet): Value {
  return typeof of === 'function' ? (of as (sheet: ShownSheet) => Value)(sheet) : of
}
