/**
 * What can go wrong that a person has to know of, with the words that say it. Each kind tells what was seen and what to do;
 * its alert names the order, the job or the payment it is about.
 */
export const alertKinds = {
  captured_without_stock: {
    title: 'Charged without stock',
    text: 'A charge was captured after its stock had gone to somebody else. It is refunded automatically; check that the refund is made.',
  },
  late_charge: {
    title: 'Late or different charge',
    text: 'A charge came after the payment had been given up, or with another amount. It is refunded automatically; check that the refund is made.',
  },
  attempt_open_too_long: {
    title: 'Payment without an answer',
    text: 'The payment service has not said for a long time what became of this payment. Look it up there and settle it.',
  },
  gateway_difference: {
    title: 'Payment service and ledger differ',
    text: 'A charge or refund at the payment service is not as the shop recorded it. Look it up there, then accept it with the operator’s verb accept-gateway-difference, or correct it there.',
  },
  ledger_mismatch: {
    title: 'Order and ledger differ',
    text: 'What an order shows as paid or refunded is not what the ledger says. This is a fault of the shop’s program: tell whoever maintains it.',
  },
  gateway_access: {
    title: 'Payment service not available to the shop',
    text: 'The shop could not try its keys and rights at the payment service, or they are refused. Payments and refunds may not work. The detail names what is missing.',
  },
  failed_jobs: {
    title: 'Work that was given up',
    text: 'A job failed every time and was put aside. It waits until somebody sends it back: npm run operate -- jobs lists why it failed. This alert clears when none is left.',
  },
  work_item_failing: {
    title: 'Work that keeps failing',
    text: 'The shop tried this several times and failed each time. The log has the reason; nothing else is held up by it.',
  },
  audit_log_broken: {
    title: 'The audit log was changed',
    text: 'A row of the record of staff acts is missing or not as it was written. Compare it with a backup and with the heads in the shop log, and find out who could write to the database.',
  },
  dealer_request_pending: {
    title: 'A dealer has to be looked up',
    text: 'A buyer named a dealer who is not on the federal list. Nothing is mailed until staff have looked the dealer up and sent the request or refused it.',
  },
  mail_outage: {
    title: 'No mail goes out',
    text: 'The mail server has refused or not answered for 15 minutes. No mail is lost: each one is tried again for two days. Check the mail server and SMTP_URL. This alert clears when a mail goes out.',
  },
  refund_refused: {
    title: 'Refund refused',
    text: 'The payment service refused a refund, and its buyer was told that we take care of it. Have it tried again with refund-retry, or pay it yourself and note it with refund-paid.',
  },
  refund_by_check: {
    title: 'Refund to be paid by check',
    text: 'The payment service no longer takes this refund to the card. Send its buyer a check, then note it with refund-paid.',
  },
  refund_open_too_long: {
    title: 'Refund open for too long',
    text: 'A refund is neither made nor refused. See refunds for what it waits for, and look it up at the payment service.',
  },
  refund_made_twice: {
    title: 'Refund made more than once',
    text: 'A refund was made at the payment service after it had been settled in another way. Look it up there: the buyer may have the money twice.',
  },
  card_testing: {
    title: 'Stolen cards are being tested',
    text: 'Many payments within 10 minutes were declined, and they are most of what was tried. Each payment needs seconds of computing until it is over. Look at the declined payments at the payment service, and consider closing sales there. This alert clears by itself.',
  },
} as const satisfies Record<string, { title: string; text: string }>

/** One of the things that can go wrong. */
export type AlertKind = keyof typeof alertKinds
