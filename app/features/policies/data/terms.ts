import type { Policy } from '../rules.ts'

/** The terms of the shop, as its program carries them out. Change both together. */
export const terms: Policy = {
  name: 'terms',
  title: 'Terms',
  lead: 'What you and we agree to when you reserve a number, in the order in which it happens.',
  description:
    'How a PACo reservation works: holds, deposits, state rules, the transfer through your dealer, and what nobody can promise.',
  short: [
    { term: 'A hold', value: '10 min', note: 'Renewable to 30 minutes in all.' },
    { term: 'To reserve', value: 'A deposit', note: 'Refundable until we file your form.' },
    { term: 'Where it goes', value: 'Your dealer', note: 'Never to your door.' },
    { term: 'When', value: 'Varies', note: 'A federal review has no promised date.' },
  ],
  sections: [
    {
      id: 'who',
      title: 'Who may buy',
      text: [
        'The site is for people of 18 or older. We reserve short-barreled rifles for buyers who are {age} or older, and a higher age in your state or at your dealer comes first.',
        'You must be allowed by federal, state and local law to own what you reserve. You confirm that before you pay.',
      ],
    },
    {
      id: 'numbers',
      title: 'Numbers, holds and deposits',
      text: [
        'A number is held for you for 10 minutes while you check out. You can renew the hold, to at most 30 minutes from its start. While a payment is being settled, the number stays yours.',
        'A number is reserved when its deposit of {deposit} is paid, and not before. The price of the unit is stated on its drop; the deposit reserves one number and binds nobody to pay the rest.',
        'Each number exists once. If a fault of ours ever gave one number to two people, the earlier payment stands and the other is refunded in full.',
        'When a drop ends, numbers that are open are not made. The counts on our pages are the stock itself, not an advertisement.',
      ],
    },
    {
      id: 'states',
      title: 'State rules',
      text: [
        'Before you pay we ask for your state and that of your dealer, and the stricter one decides. Where the item is prohibited we refuse the reservation with the reason. Where it is restricted, a person here looks at it before the build begins.',
        'If the law changes after you paid and we may no longer transfer the item to you, you get the deposit back whole.',
      ],
    },
    {
      id: 'transfer',
      title: 'Build and transfer',
      text: [
        'We build and number the unit under our federal license, file our part of the federal forms, and send it to the licensed dealer you choose. The dealer completes the rest with you, including Form 4473 and any check that is required, and may charge for it.',
        'The transfer happens after federal approval. How long that takes varies, and neither we nor your dealer can promise a date or an outcome. Stages on your order page are what has happened, not what will.',
        'Your dealer may refuse a transfer. Choose another one, or take the deposit back under the refund policy.',
      ],
    },
    {
      id: 'price',
      title: 'Prices and payment',
      text: [
        'Prices are in US dollars and are computed by our server when you pay. Sales tax and your dealer’s fee may be added where the balance is due. A charge is made once, however often a button is pressed.',
        'A payment may be held for review by the payment service. Your number waits meanwhile.',
      ],
    },
    {
      id: 'link',
      title: 'Your private link',
      text: [
        'There are no accounts. Whoever has the link in your confirmation can see the order and refund its deposit, so keep it like a key. If it got out, press End all links on the order page, or write to us. If you lost it, ask for a new one under Find Your Order. Links end after 90 days.',
      ],
    },
    {
      id: 'certificates',
      title: 'Certificates',
      text: [
        'Every numbered unit has a certificate with a signed code, which anybody can check in the registry. The code proves the number. It does not prove who owns the unit and cannot transfer it.',
      ],
    },
    {
      id: 'fair',
      title: 'Fair use',
      text: [
        'Holding numbers without meaning to buy, programs that reserve, attempts at other people’s orders and false details end the order concerned. A deposit that was paid is then refunded. Buying for somebody who may not own the item is a federal crime.',
      ],
    },
    {
      id: 'advice',
      title: 'Not legal advice',
      text: [
        'What these pages say about law carries its source and the day it was last checked. It is information, it may be outdated, and it is no advice about your case.',
      ],
    },
    {
      id: 'limits',
      title: 'What we answer for',
      text: [
        'Rights that the law gives you as a buyer stay whole, whatever stands here. Beyond them, for anything that goes wrong with a reservation we answer up to what you paid for it.',
        'The law of Florida applies, except where the law of your state protects you better and cannot be given up.',
      ],
    },
    {
      id: 'changes',
      title: 'Changes',
      text: [
        'An order follows the terms and the refund policy in force on the day it was paid. New versions carry a new number and date and touch only orders after them.',
        'Questions go to {email}, or by mail to {postal}.',
      ],
    },
  ],
}
