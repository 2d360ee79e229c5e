import type { Call } from '../rules.ts'

/** One question. Its answer cites claims by key; a sentence whose claim nobody stands for is left out. */
export type Question = { id: string; question: string; answer: readonly string[]; calls?: readonly Call[] }

/** Questions that belong together. */
export type QuestionGroup = { id: string; title: string; lead: string; questions: readonly Question[] }

/** The questions people ask, in the specification's three groups of four. */
export const questionGroups: readonly QuestionGroup[] = [
  {
    id: 'legal',
    title: 'Legal & Compliance',
    lead: 'What the law asks of the rifle, and of you.',
    questions: [
      {
        id: 'is-it-legal',
        question: 'Is it legal to build an SBR?',
        answer: [
          'Under federal law it is, once it has been approved. A short-barreled rifle is an NFA item: it is registered before it changes hands, and the person it goes to is approved first. We build yours under our own manufacturer’s license, so the making and the first registration are ours.',
          'Your state has its own say. Some states prohibit these rifles and some allow them on conditions. We ask for your state and for your dealer’s before you pay, and where the item is prohibited we say so and stop there.',
          'The federal tax on the transfer: {tax.sbr:time}. Registration, fingerprints, photograph and approval are required all the same.',
        ],
      },
      {
        id: 'travel',
        question: 'Can I travel with my SBR?',
        answer: [
          'Inside your own state, federal law asks for no notice. {travel.sbr:text}',
          'Ask well ahead, carry the approval with the rifle, and read the law of every state on your way: an approval to travel does not set a state’s prohibition aside.',
        ],
      },
      {
        id: 'trust-or-individual',
        question: 'Should I register as an individual or through a trust?',
        answer: [
          'An individual is quicker to prepare: one person, one set of fingerprints, and that person alone may have the rifle in hand. A trust lets several people hold it and says what becomes of it later. {persons.trust:text}',
          '{trust.certification:text}',
          'Which of the two suits you is a question for a lawyer in your state. We can tell you what the form asks, and no more than that.',
        ],
        calls: [
          { label: 'Compare the two', to: '/learn#trust-or-individual' },
          { label: 'Trust Pack', to: '/trust' },
        ],
      },
      {
        id: 'age',
        question: 'How old do I have to be?',
        answer: ['{age.site:text} {age.sbr:text}', '{age.florida:text}'],
      },
    ],
  },
  {
    id: 'form-1',
    title: 'Form 1 Process',
    lead: 'Making, transferring, waiting.',
    questions: [
      {
        id: 'need-form-1',
        question: 'Do I need a Form 1 for a PACo build?',
        answer: [
          'No. Form 1 asks ATF for permission to make an NFA item yourself. We are the maker of what we sell: the rifle is finished and registered before you are asked for anything, and your approval comes on Form 4.',
          'If you already hold an approved Form 1 and want work done on your own rifle, write to us before you send anything. We need to see the approval first.',
        ],
        calls: [{ label: 'Contact', to: '/contact' }],
      },
      {
        id: 'how-long',
        question: 'How long does approval take?',
        answer: [
          'A Form 4, the one our buyers wait for: {review.form4}. An electronic Form 1: {review.eform1}. A paper form: {review.paper}.',
          'These are what the shop goes by, not promises. The averages that ATF publishes have been both much shorter and much longer. Whatever the wait, your order page shows where your rifle stands.',
        ],
        calls: [{ label: 'See the five steps', to: '/process-guide' }],
      },
      {
        id: 'denied',
        question: 'What happens if my application is denied?',
        answer: [
          'Most of what comes back is returned for correction: a name that does not match, a photograph that is too old, a missing signature. It is put right and sent again, and we help with our part.',
          'A denial that stands means that the rifle cannot be transferred to you. Your {deposit.reservation} reservation is refundable, and we tell you what becomes of the rest of the payment before we build.',
        ],
      },
      {
        id: 'fingerprints',
        question: 'Do I need to submit fingerprints?',
        answer: [
          'Yes. {prints.form4:text}',
          'Many dealers take electronic fingerprints at the counter. Ask yours before you buy cards.',
        ],
      },
    ],
  },
  {
    id: 'technical',
    title: 'Technical & Assembly',
    lead: 'The rifle itself.',
    questions: [
      {
        id: 'braces',
        question: 'What about pistol braces?',
        answer: [
          '{rule.brace:text} What a braced firearm is in law still depends on how it is designed and meant to be used, and some states have rules of their own.',
          'A rifle from us with a shoulder stock is sold as what it is: a short-barreled rifle, registered and transferred on Form 4. There is nothing left to interpret.',
        ],
      },
      {
        id: 'tools',
        question: 'What tools will I need?',
        answer: [
          'None to receive it. Every rifle arrives at your dealer assembled, headspaced and test-fired, with its number cut.',
          'To mount an optic or a light you need the driver and the torque figure that its maker prints on the box. Anything that goes further than that is bench work for a licensed gunsmith, and ours will do it.',
        ],
        calls: [{ label: 'Gunsmithing', to: '/services#gunsmithing' }],
      },
      {
        id: 'barrel-length',
        question: 'How is barrel length measured?',
        answer: [
          'From the face of the closed bolt to the far end of the barrel. A muzzle device counts only where it is attached for good. {limit.barrel:text} {limit.overall:text}',
          'Every rifle in the Builder is drawn to scale, with both limits on its dimension lines.',
        ],
        calls: [{ label: 'See it drawn', to: '/learn' }],
      },
      {
        id: 'changes',
        question: 'May I change parts after I take it home?',
        answer: [
          'Optics, slings, lights and grips come and go freely, as far as your state allows the feature. What is registered is the receiver with its number, its caliber and its lengths: talk to us before anything that touches those.',
          'A different caliber or a barrel for the same rifle is ordinary work for a licensed shop. Keep the approval with the rifle whatever it wears.',
        ],
      },
    ],
  },
]

/** Where to go when the answer is not on the page. */
export const supportCalls: readonly Call[] = [
  { label: 'Contact Support', to: '/contact' },
  { label: 'Learn about SBRs', to: '/learn' },
  { label: 'Process Guide', to: '/process-guide' },
]
