import { z } from 'zod'
import { documentKinds, documentKindWords } from '#app/features/orders/review.ts'
import { settlePaymentReview } from '#app/features/payments/flows.server.ts'
import {
  approveReview,
  decideDocument,
  declineReview,
  requestDocument,
} from '#app/features/reservations/store/documents.server.ts'
import { formatIsoDay } from '#app/kit/dates.ts'
import { formatCentsExact } from '#app/kit/money.ts'
import { reviewOf, type SheetRecord } from '../sheet.server.ts'
import { area, choice, day, ofOrder, reason, unless, verb, whenPaid } from '../verb.server.ts'

const decided = 'The state rules allow it: there is nothing to decide.'

const unread = ({ documents }: SheetRecord) =>
  unless(
    documents.some(({ state }) => state === 'waiting'),
    'No document waits to be read.',
  )

const document = {
  ...choice('Document', z.uuid('Choose the document'), ({ documents }) =>
    documents
      .filter(({ state }) => state === 'waiting')
      .toReversed()
      .map(({ id, words, file }) => [id, `${words}: ${file}`] as const),
  ),
}

export const reviewVerbs = {
  approve: verb({
    label: 'Approve the review',
    button: 'Approve',
    right: 'reviews.decide',
    recent: true,
    mails: true,
    isOfRules: true,
    gates(record) {
      const review = reviewOf(record)
      if (review === 'refused') return ['The state rules refuse it, which no approval changes.']
      return unless(review === 'waiting' || review === 'document', decided)
    },
    fields: {
      note: area(
        'Note, with your name, the rule versions and the time',
        'Write what you looked at: it is stored with your name',
        'The buyer is emailed that the review is done. It counts for the rules as they are now.',
      ),
    },
    audit: 'approve',
    run: (acting, { note }, record) =>
      record({ note }, (work) => approveReview(work, acting.sellables, { ...ofOrder(acting), note })),
  }),
  ask_document: verb({
    label: 'Ask for a document',
    button: 'Ask and email',
    right: 'reviews.decide',
    mails: true,
    gates: (record) => [...whenPaid(record), ...unless(reviewOf(record) !== 'declined', decided)],
    fields: {
      documents: {
        label: 'Documents',
        type: 'checkbox',
        options: documentKinds.map((kind) => [kind, documentKindWords[kind]] as const),
        input: z.preprocess(
          (sent) => (typeof sent === 'string' ? [sent] : sent),
          z.array(z.enum(documentKinds), 'Choose at least one document').min(1),
        ),
      },
      note: area('What the buyer has to send, in the words they read', 'Write what the buyer has to send'),
      dueOn: day(
        'By',
        'The order waits until you decide. The buyer is emailed where to upload it. It takes the place of what was requested before.',
      ),
    },
    audit: 'ask-document',
    run: (acting, { documents, ...asked }, record) =>
      record({ ...asked, documents: documents.join(' ') }, (work) =>
        requestDocument(work, acting.sellables, {
          ...ofOrder(acting),
          ...asked,
          documents,
          today: formatIsoDay(work.now, acting.timeZone),
        }),
      ),
  }),
  accept_document: verb({
    label: 'Accept a document',
    button: 'Accept',
    right: 'reviews.decide',
    gates: unread,
    fields: {
      document: {
        ...document,
        hint: 'What it settles you decide with the review. The buyer sees that it is accepted.',
      },
    },
    audit: 'accept-document',
    run: (acting, { document: id }, record) =>
      record({ document: id }, (work) => decideDocument(work, { ...ofOrder(acting), id, state: 'accepted' })),
  }),
  refuse_document: verb({
    label: 'Refuse a document',
    button: 'Refuse and email',
    isStop: true,
    right: 'reviews.decide',
    mails: true,
    gates: unread,
    fields: {
      document,
      reason: area(
        'Why, and what to send instead, in the words the buyer reads',
        'Write why: the buyer reads it',
      ),
    },
    audit: 'refuse-document',
    run: (acting, { document: id, reason: why }, record) =>
      record({ document: id }, (work) =>
        decideDocument(work, { ...ofOrder(acting), id, state: 'refused', reason: why }),
      ),
  }),
  // It pays everything back.
  decline: verb({
    label: 'Decline and refund',
    button: 'Decline and refund',
    isStop: true,
    right: 'money.refund',
    recent: true,
    mails: true,
    isOfRules: true,
    gates: (record) => [...whenPaid(record), ...unless(reviewOf(record) !== 'clear', decided)],
    fields: {
      note: area(
        'Why, in the words the buyer reads',
        'Write why: the buyer reads it',
        ({ refundableCents }) =>
          `Everything that was paid goes back, ${formatCentsExact(refundableCents)}, and the reservation ends.`,
      ),
    },
    audit: 'decline',
    run: (acting, { note }, record) =>
      record({ note }, (work) => declineReview(work, acting.sellables, { ...ofOrder(acting), note })),
  }),
  settle_payment: verb({
    label: 'Decide the payment held for review',
    button: 'Decide',
    right: 'money.refund',
    recent: true,
    gates: ({ order }) => unless(order.state === 'review', 'No payment of it is held for review.'),
    fields: {
      ruling: choice('The payment', z.enum(['approve', 'decline'], 'Choose what you decide'), [
        ['approve', 'Approve: the card is charged'],
        ['decline', 'Decline: nothing is charged'],
      ]),
      reason,
    },
    audit: 'payment-review',
    run: ({ ctx, sellables, orderId, by }, { ruling, reason: why }, record) =>
      settlePaymentReview(ctx, sellables, orderId, { ruling, by }, (task) =>
        record({ ruling, reason: why }, task),
      ),
  }),
}
