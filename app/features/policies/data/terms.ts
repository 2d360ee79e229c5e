import { brand } from '#app/kit/brand.ts'
import type { Policy } from '../rules.ts'

/** The terms of the shop, as its program carries them out. Change both together, with a new version (`termsVersions`). */
export const terms: Policy = {
  name: 'terms',
  title: 'Terms',
  lead: 'What you and we agree to when you order, in the order in which it happens.',
  description: `How a ${brand} order works: holds, deposits, state rules, the agreement and the balance, the transfer through your dealer, and what nobody can promise.`,
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
        'The site is for people who are 18 or older. We reserve short-barreled rifles for buyers who are {age} or older. Where your state or your dealer asks for a higher age, that age applies.',
        'Federal, state and local law must allow you to own what you reserve, and you must be its actual buyer. Buying a firearm for another person who may not own it is a federal crime.',
        'At checkout you confirm this in one sentence and accept these terms and the refund policy. Your order stores the sentence, the age it names and both versions, and your receipt shows them.',
      ],
    },
    {
      id: 'numbers',
      title: 'Numbers, holds and deposits',
      text: [
        'A number is held for you for 10 minutes while you check out. You can extend the hold, to at most 30 minutes from its start. While a payment is being settled, the number stays on hold for you.',
        'A number is reserved when its deposit is paid, and not before. Each drop states its deposit: {deposit} unless it says otherwise. The deposit counts toward the price and does not oblige you to pay the rest.',
        'Each number exists once. If a fault of ours ever gave one number to two people, the earlier payment keeps it and the other is refunded in full.',
        'When a drop ends, numbers that are still open are not made. The counts on our pages are the stock itself.',
      ],
    },
    {
      id: 'price',
      title: 'Price, agreement and balance',
      text: [
        'Prices are in US dollars and are computed by our server when you pay. A drop shows its starting price. Today you pay the deposit only.',
        'Where a drop has several variants, you choose one when you hold a number; it and its price stay with your order. A number offered from a waitlist comes without a choice: its variant is named in the agreement.',
        'Before the build we send you an agreement that fixes the final price and names what is built. You decide whether to accept it. Once you do, we request the balance: the final price less the deposit, with any tax that applies, by a due date that the request names. We do not start the build before.',
        'If the balance is not paid by its due date, we remind you. If it stays unpaid, we may cancel the reservation, refund your deposit and release the number.',
        'Your dealer may charge for the transfer. That fee is between you and your dealer.',
        'A charge is made once, however often a button is pressed. The payment service may hold a payment for review. Your number waits meanwhile.',
      ],
    },
    {
      id: 'states',
      title: 'State rules',
      text: [
        'Before you pay we ask for your state and check its rules. If you name your dealer at checkout, we check the rules of the dealer’s state as well, and the stricter one decides. If you choose your dealer later, we check the dealer’s state when you choose.',
        'Where the item is prohibited we refuse the reservation, or the dealer, and tell you why. Where it is restricted, a person here reviews your order before the build begins. A reservation under review is not final: if we may not transfer the item to you, we cancel it and refund you in full.',
        'State rules are checked again when they change. If the law no longer lets us transfer the item to you, you get back everything you paid for it.',
      ],
    },
    {
      id: 'transfer',
      title: 'Build and transfer',
      text: [
        'We build and number the unit under our federal license and file our part of the federal forms. Form 3 transfers an NFA item from us to the licensed dealer you choose. Form 4 transfers it from your dealer to you, and your dealer files it with you. At pickup the dealer completes Form 4473 with you and any background check that is required.',
        'You take an NFA item home after your Form 4 is approved. How long that takes varies, and neither we nor your dealer can promise a date or an outcome. The stages on your order page are what has happened, not what will.',
        'A firearm that is not an NFA item needs neither form: your dealer completes Form 4473 with you.',
        'Your dealer may refuse a transfer. Then choose another dealer, or ask for a refund under the refund policy.',
      ],
    },
    {
      id: 'link',
      title: 'Your private link',
      text: [
        'There are no customer accounts. Whoever has the link in your confirmation can see the order and refund its deposit, so keep it like a key. If someone else got it, press End all links on the order page, or write to us. If you lost it, request a new one under Find Your Order. Links end after 90 days.',
      ],
    },
    {
      id: 'certificates',
      title: 'Certificates',
      text: [
        'Every numbered unit has a certificate with a signed code, which anyone can look up in the registry. The code proves the number. It does not prove who owns the unit and cannot transfer it.',
      ],
    },
    {
      id: 'fair',
      title: 'Fair use',
      text: [
        'If you hold numbers without meaning to buy, use programs to reserve, try to open other people’s orders or give false details, we may end the order concerned. A deposit that was paid is then refunded.',
      ],
    },
    {
      id: 'advice',
      title: 'Not legal advice',
      text: [
        'What these pages say about law shows the day it was last checked, and its source where it has one. It is general information, may be outdated, and is not advice about your case.',
      ],
    },
    {
      id: 'limits',
      title: 'Our liability',
      text: [
        'Nothing here limits the rights that the law gives you as a buyer. Beyond them, our liability for anything that goes wrong with an order is limited to what you paid for it.',
        'Florida law applies, except where the law of your state protects you better and cannot be waived.',
      ],
    },
    {
      id: 'changes',
      title: 'Changes',
      text: [
        'An order follows the terms and the refund policy in force on the day it was paid. A new version has its own number and date and applies only to orders after it.',
        'Questions go to {email}, or by mail to {postal}.',
      ],
    },
  ],
}
