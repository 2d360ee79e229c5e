import { brand } from '#app/kit/brand.ts'
import type { Policy } from '../rules.ts'

/** What the shop does with personal data. Every sentence describes what the program does; change both together. */
export const privacy: Policy = {
  name: 'privacy',
  title: 'Privacy',
  lead: 'We keep what an order needs and nothing else: no customer accounts and no trackers.',
  description: `What ${brand} keeps about visitors and buyers, why, how long, and how to see, correct or delete it. No customer accounts and no trackers.`,
  short: [
    { term: 'Accounts', value: 'None', note: 'A private link opens your order.' },
    { term: 'Trackers', value: '0', note: 'No analytics, no advertising, no pixels.' },
    { term: 'Other companies on our pages', value: '{outsiders}', note: '{outsidersNote}' },
    { term: 'Answer to a request', value: '45 days', note: 'At the latest, whichever state you live in.' },
  ],
  sections: [
    {
      id: 'kept',
      title: 'What we keep, why and how long',
      text: ['What is not in this table is not stored by this site.'],
      table: {
        head: ['What', 'Why', 'How long'],
        rows: [
          [
            'Name, email, phone if given, state, chosen dealer',
            'To reserve your unit, check your state’s rules, email you about your order and send it to your dealer',
            'With a paid order, for as long as we must keep its records. Deleted 30 days after an unpaid order ended',
          ],
          [
            'What you ordered, paid and got refunded, and when each step happened',
            'Receipts, refunds, tax records and answers to disputed charges',
            'With the order',
          ],
          [
            'What you confirmed at checkout: the sentence, the age it names and the policy versions',
            'To prove what you and we agreed to',
            'With the order',
          ],
          [
            'Notes and decisions of our staff on your order, such as the result of a state review',
            'To carry out your order, and to show that we followed the law',
            'With the order',
          ],
          [
            'Email and lists you joined, your name where a waitlist asks for it, the text you agreed to',
            'To email you when it happens, once you have confirmed',
            'Until you unsubscribe; the proof of that for one more year. Unconfirmed addresses for 14 days',
          ],
          [
            'Street, city and ZIP of a delivery',
            'To ship your package and calculate its sales tax',
            'With the order. Deleted 30 days after an unpaid order ended',
          ],
          [
            'What you write into a trust pack’s worksheet',
            'To fill in your documents',
            'A year after you last saved it, until you refund the pack, or until you press its delete button',
          ],
          [
            'Your name and email on the list of a class',
            'So that its instructor knows who is coming',
            'The instructor sees it until two weeks after the class',
          ],
          [
            'What your instructor notes about you in a class: when you checked in, signed the waiver and finished live fire, how many hits you scored, or that you did not come',
            'To run the class safely and to issue your certificate of training',
            'With the order',
          ],
          [
            'Documents that we asked you for, such as a copy of your ID, proof of residence, trust papers or a permit',
            'To decide whether your state’s rules let us go on with your order',
            'Encrypted, and opened only by the staff who decide. Deleted at the latest 90 days after our decision, or after your order ended',
          ],
          [
            'A dealer’s email, the name of who answered, and license copies',
            'To contact the dealer you chose, and to send your firearm to a licensee',
            'With the order. License copies are encrypted and deleted 30 days after the transfer, except the one in use in a dealer’s file',
          ],
          ['Messages to our desk, with name and email', 'To answer you', 'Two years after we received them'],
          [
            'Builds you submit, with name, email, phone if given and state',
            'To check your state’s rules, plan the build and answer you',
            'Two years; with a reserved slot, as long as its order. A saved build holds parts and prices only',
          ],
          [
            'Whether you agreed to have a finished build shown, with the sentence and the moment, and whether you took that back',
            'To show its platform and parts on the builder page, never your name. You can take it back on the page of your build at any time',
            'With the build',
          ],
          [
            'Data requests, with your email and message, and our answer',
            'To answer them, and to prove that we did',
            'Two years. Unconfirmed requests for 14 days',
          ],
          ['Network address, as a hash', 'To stop floods of holds, payments and forms', 'Minutes'],
          [
            'Logs: time, path, status, a request number',
            'To find faults',
            'As long as the server keeps its logs. They hold no names, addresses, queries or secrets',
          ],
        ],
      },
    },
    {
      id: 'never',
      title: 'What we never store here',
      text: [
        'This site has no field for any of these. A copy of a document that we ask you for may show some of them, such as a birth date or a photograph: cover what we did not ask for.',
      ],
      points: [
        'card numbers: the payment service takes them and gives us a reference',
        'birth dates: the age gate asks one question, and your browser alone keeps the answer',
        'serial numbers, fingerprints, photographs, Social Security numbers or federal form data',
        'a registry of gun owners: an order names its buyer as any receipt does, and the public certificate registry names drops and numbers, never people',
      ],
    },
    {
      id: 'papers',
      title: 'Records outside this site',
      text: [
        'Federal law requires a licensed manufacturer to keep acquisition and disposition records and transfer forms. We keep those at our premises, not in this shop, and cannot delete them on request.',
        'Your dealer and the federal government keep their own records under their own rules.',
      ],
    },
    {
      id: 'browser',
      title: 'What stays in your browser',
      text: ['Only what the site needs to work, so there is no cookie banner.'],
      points: [
        'that you passed the age gate, and when: 30 days, as a record and a cookie that mirrors it',
        'a cookie for each order you opened from its private link, so that its secret stays out of the address bar',
        'a random number that identifies your browser once you hold something, so that nobody can hold a whole drop: 400 days',
        'your cart, as a cookie of items and quantities: until you buy or remove them, 30 days at most',
        'your name, contact and address as you typed them for a build or an order, to fill in the next form: a cookie until you close the browser or clear it there',
        'that you confirmed your email where many order from one network: a cookie, 30 minutes',
        'that something is held for you: a cookie until nothing is, one day at most',
        'what you typed into a checkout, in that tab only: until it is paid or has ended',
        'what you typed into a message or a request for a quote, in that tab only: until it is sent or the tab is closed',
        'what a form needs while you fill it in',
      ],
    },
    {
      id: 'shared',
      title: 'Who else gets your data',
      text: [
        'We do not sell your data or share it for advertising. That is true for everyone, so no opt-out is needed; a Global Privacy Control signal changes nothing because there is nothing to turn off.',
        'To carry out your order, these get what they need and no more: the payment service (the charge and its refund), the email service (our emails to you), your dealer and the federal government (the transfer), and the host of our servers. A court or an agency gets what the law requires us to give.',
        'The card form at checkout comes from the payment service, {cardForm}. Your browser connects to it on that page only, and what you enter in the form goes to them, not to us.',
        'The calendar for choosing a class date comes from {calendar}. Your browser connects to it on that page only, and what you enter there goes to them.',
      ],
    },
    {
      id: 'mail',
      title: 'Emails from us',
      text: [
        'You get emails about your order because you ordered. Everything else comes only after you confirmed your address, has an unsubscribe link, and stops at once when you use it. We send no text messages.',
      ],
    },
    {
      id: 'rights',
      title: 'Your rights',
      text: [
        'You may see what we keep about you, have it corrected, and have it deleted unless the law requires us to keep it. We grant this to everyone, in every state. You never pay more or get less because you asked.',
        'Use the form below. Someone else may ask for you: use your own email address in the form, and they can write the message.',
        'If we decline, the answer says why, and you can write to {email} to appeal. You may also contact the attorney general of your state.',
      ],
    },
    {
      id: 'minors',
      title: 'Age',
      text: [
        'This site is for adults. We do not knowingly keep data about anyone under 18, and delete it when we learn of it.',
      ],
    },
    {
      id: 'breach',
      title: 'If something goes wrong',
      text: [
        'If personal data is ever exposed, we notify the people concerned and the authorities within the time the law sets, in Florida within 30 days.',
      ],
    },
  ],
}
