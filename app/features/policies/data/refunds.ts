import { brand } from '#app/kit/brand.ts'
import type { Policy } from '../rules.ts'

/** The refund policy that buyers accept. A change is a new version (`refundPolicyVersions` of orders). */
export const refunds: Policy = {
  name: 'refunds',
  title: 'Refunds',
  lead: 'Until we file your transfer form, you can refund the full deposit yourself on your private order page. No reason, no form, no call.',
  description: `When a ${brand} deposit is refundable, how to refund it yourself, and what happens after the transfer form is filed.`,
  short: [
    { term: 'Deposit', value: '100%', note: 'Refunded in full until the form is filed.' },
    { term: 'Fee', value: '$0', note: 'We deduct nothing from a refund.' },
    { term: 'How', value: 'Yourself', note: 'One button on your order page.' },
    { term: 'Where to', value: 'Same card', note: 'By check when the card no longer takes it.' },
  ],
  sections: [
    {
      id: 'yourself',
      title: 'Until the form is filed',
      text: [
        'Open your order from the private link and choose Refund the deposit. The whole deposit goes back to the card you paid with, we email you a receipt, and your number is available to others again. A balance that you have paid is refunded with it.',
        'The form is the Form 3 that transfers an NFA item to your dealer. For a firearm without that form, the button works until we ship it to your dealer.',
        'The refund starts at once. How soon it shows on your statement is up to your bank, usually a few business days. About half a year after the payment a card can no longer be refunded: then we send you a check.',
      ],
    },
    {
      id: 'after',
      title: 'After the form is filed',
      text: [
        'By then the unit is built and being transferred for you, so the button is gone. Write to us, and we settle it with you.',
      ],
      table: {
        head: ['What happened', 'What you get back'],
        rows: [
          ['Our review of your order ends with a no', 'Deposit and balance in full'],
          ['Your transfer is disapproved and cannot be corrected', 'Deposit and balance in full'],
          ['A law changes and we may no longer transfer it to you', 'Deposit and balance in full'],
          [
            'Your dealer refuses or loses the license, and no other one suits you',
            'Deposit and balance in full',
          ],
          ['We cannot build the unit', 'Deposit and balance in full'],
          ['You do not pay the balance, and we cancel the reservation', 'The deposit in full'],
          ['You change your mind', 'We look at it with you, and tell you in writing what and why'],
        ],
      },
    },
    {
      id: 'balance',
      title: 'The balance',
      text: [
        'Once you have agreed to the final price, we email you the balance: the price minus your deposit, and sales tax where we collect it. It is due 14 days later, or on the later day that we name. We remind you a week and two days before, on the day, and three days after.',
        'If it is still unpaid 7 days after it was due, we may release your reservation to others. Then you get the whole deposit back and owe nothing. If you need more time, write to us before that.',
        'A balance that you have paid goes back with the deposit, in full and the way you paid it. What you paid by check or bank transfer, we send back by check or bank transfer.',
      ],
    },
    {
      id: 'never-charged',
      title: 'When nothing was charged',
      text: [
        'A hold that expires, a number you release and a payment that is declined cost nothing. If a payment reaches us after its hold was lost, we refund it without your asking.',
      ],
    },
    {
      id: 'courses',
      title: 'Training courses',
      text: [
        'A course deposit is refundable up to 48 hours before the course begins, counted to the hour in our own time zone. After that, and for no-shows, it is forfeited. If we cancel a course, we refund it in full.',
      ],
    },
    {
      id: 'goods',
      title: 'Goods and downloads',
      text: [
        'Until we ship a package you can refund its items yourself on your order page, with their tax, and with the shipping if nothing in the order has shipped. A download is refundable in full until it is first downloaded. While the early-access code of a patch holds a number or has reserved one, you cannot refund the patch yourself: release or refund that number first.',
        'What arrives damaged or is not as described is replaced or refunded: write to us with the order code. What we cannot ship within the time we stated, or within 30 days where we stated none, you may cancel for a full refund.',
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
