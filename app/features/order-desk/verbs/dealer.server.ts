import { z } from 'zod'
import {
  askForStaff,
  askInput,
  assignDealer,
  calledInput,
  confirmRequest,
  recordCall,
} from '#app/features/dealers/store/requests.server.ts'
import { parseLicenseNumber } from '#app/features/dealers/rules.ts'
import { requiredText } from '#app/features/orders/input.ts'
import { hasDealerAgreed } from '#app/features/orders/review.ts'
import { withdrawDealer } from '#app/features/reservations/store/close.server.ts'
import { isTicked } from '#app/kit/fields.ts'
import type { SheetRecord } from '../sheet.server.ts'
import {
  area,
  choice,
  money,
  ofOrder,
  type Outcome,
  text,
  tick,
  unless,
  verb,
  withFirearm,
} from '../verb.server.ts'

const withDealer = (record: SheetRecord) => [
  ...withFirearm(record),
  ...unless(record.order.dealerName !== null, 'No dealer is chosen.'),
]

function isUnconfirmed({ order: { dealerAnswer } }: SheetRecord): boolean {
  if (!dealerAnswer || dealerAnswer.isConfirmed) return false
  return ['requested', 'accepted'].includes(dealerAnswer.is)
}

const license = requiredText('Choose a dealer, or enter a license number').transform((typed, context) => {
  const key = parseLicenseNumber(typed)
  if (key) return key
  context.addIssue({ code: 'custom', message: 'Enter it as on the license, like 1-59-086-01-9A-04567' })
  return z.NEVER
})

const dealerVerb = {
  right: 'dealers.write',
  mails: true,
  gates: withDealer,
} as const

/** Of a call: its schema is that of the answer as a whole. */
const said = z.unknown()

export const dealerVerbs = {
  set_dealer: verb({
    label: 'Set the dealer',
    button: 'Set dealer',
    ...dealerVerb,
    gates: withFirearm,
    lead: 'The state rules are checked with the dealer’s state, the dealer gets a request where we know the address, and the buyer is emailed.',
    // It is found first: see the form.
    fields: { license: text('', license, { usual: ({ order }) => order.dealerKey ?? '' }) },
    audit: 'set-dealer',
    run: ({ sellables, orderId, by }, { license: key }, record) =>
      record({ license: key }, (work): Promise<Outcome> => assignDealer(work, sellables, orderId, key, by)),
  }),
  ask_dealer: verb({
    label: 'Ask the dealer by email',
    button: 'Ask the dealer',
    ...dealerVerb,
    gates: (record) => [
      ...withDealer(record),
      ...unless(!hasDealerAgreed(record.order.dealerAnswer), 'The dealer has agreed, and we confirmed it.'),
    ],
    fields: {
      email: text('Dealer’s email', askInput.shape.dealerEmail, {
        type: 'email',
        usual: ({ request, dealer }) => request?.email ?? dealer?.dealer.email ?? '',
        hint: 'Only an address that you know to be theirs: the answer counts. An earlier request ends. It is used for this order only; the dealer’s file has the one for every order.',
      }),
    },
    audit: 'ask-dealer',
    run: ({ orderId, by }, { email }, record) => record({}, (work) => askForStaff(work, orderId, email, by)),
  }),
  record_dealer_answer: verb({
    label: 'Record what the dealer said on the phone',
    button: 'Record the answer',
    ...dealerVerb,
    lead: 'Call the number of the license, never one that the buyer gave. The answer counts at once, and the buyer is emailed.',
    fields: {
      answer: choice(
        'Answer',
        said,
        [
          ['accept', 'Yes, they receive it'],
          ['decline', 'No'],
        ],
        'accept',
      ),
      answeredBy: text('Who you spoke to', said),
      fee: money('Their fee in dollars, if yes; 0 for none', said),
      hours: text('Their hours, if yes', said),
      nfa: tick('They say that they take NFA items', said),
      reason: text('Why not, if no; only staff read it', said, { rows: 3 }),
    },
    input: calledInput,
    audit: 'dealer-answer',
    run: ({ orderId, by }, answer, record) =>
      record({ answer: answer.answer }, (work) => recordCall(work, orderId, answer, by)),
  }),
  confirm_dealer: verb({
    label: 'Confirm the dealer’s address',
    button: 'Confirm',
    right: 'dealers.write',
    gates: (record) => [
      ...withDealer(record),
      ...unless(isUnconfirmed(record), 'No request of it waits to be confirmed.'),
    ],
    lead: ({ request, order }) =>
      `You know that ${request?.email ?? 'this address'} is the address of ${order.dealerName ?? 'the dealer'}: from their license copy, or from a call to the number of their license. What they answer from it counts from now on, for this order.`,
    audit: 'confirm-dealer',
    run: ({ orderId, by }, _, record) => record({}, (work) => confirmRequest(work, orderId, by)),
  }),
  withdraw_dealer: verb({
    label: 'The dealer withdrew',
    button: 'Record it',
    ...dealerVerb,
    fields: {
      note: area('Why, for staff', 'Write why'),
      isBackWithUs: tick('What was shipped to the dealer is back with us', isTicked),
    },
    audit: 'dealer-withdrew',
    run: (acting, input, record) =>
      record(input, (work) => withdrawDealer(work, acting, { ...ofOrder(acting), ...input })),
  }),
}
