import type { Policy } from '../rules.ts'

/** What the shop does with personal data. Every line describes what the program does; change both together. */
export const privacy: Policy = {
  name: 'privacy',
  title: 'Privacy',
  lead: 'We keep what an order needs and nothing else: no accounts, no trackers, and no list of who owns what.',
  description:
    'What PACo keeps about visitors and buyers, why, how long, and how to see, correct or delete it. No accounts, no trackers, no third parties on our pages.',
  short: [
    { term: 'Accounts', value: 'None', note: 'A private link opens your order.' },
    { term: 'Trackers', value: '0', note: 'No analytics, no advertising, no pixels.' },
    { term: 'Other companies on our pages', value: '0', note: 'Fonts, pictures and scripts are our own.' },
    { term: 'Answer to a request', value: '45 days', note: 'At the latest, in whichever state you live.' },
  ],
  sections: [
    {
      id: 'kept',
      title: 'What we keep, why and how long',
      text: ['Each row is all there is. What is not in the table is not stored by this site.'],
      table: {
        head: ['What', 'Why', 'How long'],
        rows: [
          [
            'Name, email, phone if given, state, chosen dealer',
            'To reserve your unit, to check your state’s rules, to write to you about your order and to send it to your dealer',
            'With a paid order, for as long as tax records must be kept. Emptied 30 days after an unpaid order ended',
          ],
          [
            'What you ordered, paid and got refunded, and when each step happened',
            'Receipts, refunds, tax records and answers to disputed charges',
            'With the order. These records hold no names',
          ],
          [
            'Email and lists you joined, your name where a waitlist asks for it, the words you agreed to',
            'To tell you when it happens, once you have confirmed',
            'Until you unsubscribe; the proof of that for one more year. Unconfirmed addresses for 14 days',
          ],
          [
            'Street, town and ZIP of a delivery',
            'To send your parcel and to work out its sales tax',
            'With your order, as your name. Emptied 30 days after an unpaid order ended',
          ],
          [
            'What you write into a trust pack’s worksheet',
            'To fill in your documents',
            'A year after you last saved it, until you give the pack back, or until you press its delete button',
          ],
          [
            'Your name and email on the list of a class',
            'For its instructor to know who comes',
            'The instructor sees it until two weeks after the class',
          ],
          [
            'A dealer’s email, the name of who answered, and license copies',
            'To ask the dealer you chose, and to send your firearm to a licensee',
            'With the order',
          ],
          ['Messages to our desk, with name and email', 'To answer you', 'Two years after we received them'],
          [
            'Builds you submit, with name, email, phone if given and state',
            'To check your state’s rules, to plan the build and to answer you',
            'Two years; with a reserved slot, as long as its order. A saved build holds parts and prices only',
          ],
          [
            'Data requests, with email and your words',
            'To answer them, and to prove that we did',
            'Two years. Unconfirmed requests for 14 days',
          ],
          ['Network address, as a hash', 'To stop holds, payments and forms from being flooded', 'Minutes'],
          [
            'Log lines: time, path, status, a request number',
            'To find faults',
            'As long as the server keeps its logs. They hold no names, addresses, queries or secrets',
          ],
        ],
      },
    },
    {
      id: 'never',
      title: 'What we never store here',
      text: ['This site has no place for any of these, so nobody can take them from it:'],
      points: [
        'card numbers: the payment service takes them and gives us a reference',
        'birth dates: the age gate asks one question, and your browser alone keeps the answer',
        'serial numbers, fingerprints, photographs, Social Security numbers or federal form data',
        'a list of who owns which firearm: the certificate registry knows drops and numbers, not people',
      ],
    },
    {
      id: 'papers',
      title: 'Records outside this site',
      text: [
        'A licensed manufacturer must keep bound books and transfer forms by federal law. Those are kept at our premises, not in this shop, and we cannot delete them on request.',
        'Your dealer and the federal government keep records of their own under their own rules.',
      ],
    },
    {
      id: 'browser',
      title: 'What stays in your browser',
      text: ['Only what the site needs to work, so there is no banner to click away.'],
      points: [
        'that you passed the age gate, and when: 30 days, as a record and a cookie that mirrors it',
        'a cookie for each order you opened from its private link, so that its secret stays out of the address bar',
        'a random number that your browser is known by once you hold something, so that nobody holds a whole drop: 400 days',
        'what you put into the cart, as a cookie of things and numbers: until it is bought or taken out, 30 days at most',
        'that you want a trust pack with your build: a cookie for one day',
        'what you typed into a checkout, in that tab only: until it is paid or over',
        'what a form needs while you fill it in',
      ],
    },
    {
      id: 'shared',
      title: 'Who else gets it',
      text: [
        'We sell nothing about you and share nothing for advertising. That is true for everybody, so no opt-out is needed; a Global Privacy Control signal changes nothing because there is nothing to turn off.',
        'To do what you asked, these get what they need and no more: the payment service (the charge and its refund), the mail service (the mails to you), your dealer and the federal government (the transfer), and whoever hosts our servers. A court or an agency gets what the law obliges us to give.',
      ],
    },
    {
      id: 'mail',
      title: 'Mail from us',
      text: [
        'Mails about your order come because you ordered. Everything else comes only after you confirmed your address, carries an unsubscribe link, and stops at once when you use it. We send no text messages.',
      ],
    },
    {
      id: 'rights',
      title: 'Your rights',
      text: [
        'You may see what we keep about you, have it corrected, and have it deleted where no law makes us keep it. We grant this to everybody, whichever state’s law would give it to you. Nothing gets dearer or worse for you because you ask.',
        'The form below is the way. Somebody else may ask for you: use your own address for the form, and they can write the words.',
        'If we say no, the answer says why, and you can write to {email} to have it looked at again. You may also turn to the attorney general of your state.',
      ],
    },
    {
      id: 'minors',
      title: 'Age',
      text: [
        'This site is for adults. We do not knowingly keep data of anybody under 18, and delete it when told of it.',
      ],
    },
    {
      id: 'breach',
      title: 'If something goes wrong',
      text: [
        'If personal data ever gets out, we tell the people concerned and the authorities within the time the law sets, in Florida within 30 days.',
      ],
    },
  ],
}
