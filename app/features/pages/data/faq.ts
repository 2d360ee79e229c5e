import { brand } from '#app/kit/brand.ts'
import type { Call } from '../rules.ts'

/** A question. Answers cite claims by key; sentences without a claim in force are omitted. */
export type Question = { id: string; question: string; answer: readonly string[]; calls?: readonly Call[] }

/** A group of questions. */
export type QuestionGroup = { id: string; title: string; lead: string; questions: readonly Question[] }

/** The questions people ask, in the specification's three groups of four. */
export const questionGroups: readonly QuestionGroup[] = [
  {
    id: 'legal',
    title: 'Legal & Compliance',
    lead: 'What the law requires of the rifle, and of you.',
    questions: [
      {
        id: 'is-it-legal',
        question: 'Is it legal to build an SBR?',
        answer: [
          'Under federal law it is, once approved. A short-barreled rifle is an NFA item: it must be registered before it changes hands, and the buyer must be approved first. We build yours under our own manufacturer’s license, so we handle the making and the first registration.',
          'State law applies too. Some states prohibit these rifles and some allow them with conditions. We check your state before you pay, and your dealer’s state when you choose the dealer, at checkout or later. If the item is prohibited, we tell you and stop there.',
          'The federal tax on the transfer: {tax.sbr:time}. Registration, fingerprints, a photograph and approval are required either way.',
        ],
      },
      {
        id: 'travel',
        question: 'Can I travel with my SBR?',
        answer: [
          'Within your own state, federal law requires no notice. {travel.sbr:text}',
          'Apply well ahead, carry the approval with the rifle, and check the law of every state on your route: approval to travel doesn’t override a state’s prohibition.',
        ],
      },
      {
        id: 'trust-or-individual',
        question: 'Should I register as an individual or through a trust?',
        answer: [
          'Filing as an individual is faster: one person, one set of fingerprints, and only that person may possess the rifle. A trust lets several people possess it and settles what happens to it later. {persons.trust:text}',
          '{trust.certification:text}',
          'Which one is right for you is a question for a lawyer in your state. We can only tell you what the form asks.',
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
    lead: 'Making, transfer and wait times.',
    questions: [
      {
        id: 'need-form-1',
        question: `Do I need a Form 1 for a ${brand} build?`,
        answer: [
          'No. Form 1 asks ATF for permission to make an NFA item yourself. We’re the maker of what we sell: the rifle is finished and registered before you file anything, and your approval comes on Form 4.',
          'If you already have an approved Form 1 and want work done on your own rifle, contact us before you send anything. We need to see the approval first.',
        ],
        calls: [{ label: 'Contact', to: '/contact' }],
      },
      {
        id: 'how-long',
        question: 'How long does approval take?',
        answer: [
          'We estimate {review.form4} for a Form 4, the one our buyers wait for, {review.eform1} for an electronic Form 1, and {review.paper} for a paper form.',
          'These are our own estimates, not ATF’s, and nobody can promise a date. ATF publishes its current averages under Current Processing Times on its website; they have been both much shorter and much longer. However long it takes, your order page shows your rifle’s current status.',
        ],
        calls: [{ label: 'See the five steps', to: '/process-guide' }],
      },
      {
        id: 'denied',
        question: 'What happens if my application is denied?',
        answer: [
          'Most forms that come back are returned for correction: a name that doesn’t match, an outdated photo, a missing signature. They’re corrected and resubmitted, and we help with our part.',
          'A final denial means the rifle can’t be transferred to you. If it can’t be corrected, you get back your {deposit.reservation} deposit and the balance in full.',
        ],
      },
      {
        id: 'fingerprints',
        question: 'Do I need to submit fingerprints?',
        answer: [
          'Yes. {prints.form4:text}',
          'Many dealers take electronic fingerprints in store. Ask yours before you buy fingerprint cards.',
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
          '{rule.brace:text} How the law classifies a braced firearm still depends on its design and intended use, and some states have their own rules.',
          'A rifle from us with a shoulder stock is sold as a short-barreled rifle, registered and transferred on Form 4. There’s nothing to interpret.',
        ],
      },
      {
        id: 'tools',
        question: 'What tools will I need?',
        answer: [
          'None to receive it. Every rifle arrives at your dealer assembled, headspaced, test-fired and engraved with its number.',
          'To mount an optic or a light, you need the driver and torque setting specified by its maker. Anything beyond that is work for a licensed gunsmith, and ours can do it.',
        ],
        calls: [{ label: 'Gunsmithing', to: '/services#gunsmithing' }],
      },
      {
        id: 'barrel-length',
        question: 'How is barrel length measured?',
        answer: [
          'From the face of the closed bolt to the far end of the barrel. A muzzle device counts only if it’s permanently attached. {limit.barrel:text} {limit.overall:text}',
          'Every rifle in the Builder is drawn to scale, with both limits on its dimension lines.',
        ],
        calls: [{ label: 'See it drawn', to: '/learn' }],
      },
      {
        id: 'changes',
        question: 'Can I change parts after I take it home?',
        answer: [
          'You can change optics, slings, lights and grips freely, as far as your state allows. What’s registered is the receiver with its number, caliber and lengths: talk to us before you change any of those.',
          'A different caliber or barrel for the same rifle is routine work for a licensed shop. Always keep the approval with the rifle.',
        ],
      },
    ],
  },
]
