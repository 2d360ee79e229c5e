import type { Policy } from '../rules.ts'

/** The refund policy. Its version is the one that buyers accept: `refundPolicyVersion` of the orders. */
export const refunds: Policy = {
  name: 'refunds',
  title: 'Refunds',
  lead: 'Until we file your transfer form you take the deposit back yourself, whole, on your private order page. No reason, no form, no call.',
  description:
    'When a PACo deposit is refundable, how to take it back yourself, and what happens after the transfer form is filed.',
  short: [
    { term: 'Deposit', value: '100%', note: 'Given back whole until the form is filed.' },
    { term: 'Fee', value: '$0', note: 'We keep nothing of a refund.' },
    { term: 'How', value: 'Yourself', note: 'One button on your order page.' },
    { term: 'Where to', value: 'Same card', note: 'It goes back where it came from.' },
  ],
  sections: [
    {
      id: 'yourself',
      title: 'Until the form is filed',
      text: [
        'Open your order from the private link and choose Refund the deposit. {deposit} goes back to the card it came from, we mail you a receipt, and your number is open to others again.',
        'The refund starts at once. How soon it shows on your statement is up to your bank, usually a few working days. About half a year after the payment a card can no longer be refunded: then we send you a check.',
      ],
    },
    {
      id: 'after',
      title: 'After the form is filed',
      text: [
        'Work has then begun in your name with a federal agency and with your dealer, so the button ends there. Write to us and we settle it with you.',
      ],
      table: {
        head: ['What happened', 'What you get back'],
        rows: [
          ['Your transfer is disapproved and cannot be corrected', 'The whole deposit'],
          ['A law changes and we may no longer transfer it to you', 'The whole deposit'],
          ['Your dealer refuses or loses the license, and no other one suits you', 'The whole deposit'],
          ['We cannot build the unit', 'The whole deposit'],
          ['You change your mind', 'We look at it with you, and say in writing what and why'],
        ],
      },
    },
    {
      id: 'never-charged',
      title: 'When nothing was charged',
      text: [
        'A hold that runs out, a number you let go and a payment that is declined cost nothing. If a payment reaches us after we had given it up, it is given back without your asking.',
      ],
    },
    {
      id: 'courses',
      title: 'Training courses',
      text: [
        'A course deposit is refundable up to 48 hours before the course begins, counted to the hour in our own time zone. After that, and for no-shows, it is forfeited. If we cancel a course, you get it back whole.',
      ],
    },
    {
      id: 'goods',
      title: 'Goods and downloads',
      text: [
        'Until we dispatch a parcel you take its items back yourself on your order page, with their tax, and with the shipping if nothing of the order was sent. A download is given back in full until it is first downloaded. A patch whose early-access code holds or took a number is no longer given back by itself: give that number back first.',
        'What arrives damaged or is not what was described is replaced or refunded: write to us with the order code. What we cannot send within the time we stated, or 30 days where we stated none, you may cancel for a full refund.',
      ],
    },
    {
      id: 'disputes',
      title: 'Before you dispute a charge',
      text: [
        'Write to {email} first. We answer within 24 hours on business days and can usually refund faster than a bank can decide.',
      ],
    },
    {
      id: 'versions',
      title: 'Which version is yours',
      text: [
        'You accept the version in force when you pay, and your order keeps it. A later version never takes away what an earlier one gave you.',
      ],
    },
  ],
}
