import { brand } from '#app/kit/brand.ts'

/** A step of the process. */
export type ProcessStep = {
  id: 'design' | 'register' | 'form-4' | 'review' | 'delivery'
  title: string
  /** Sentences; may cite claims. */
  text: readonly string[]
  /** The customer's and our part in this step. */
  you: string
  we: string
}

/** The five steps of the specification. */
export const processSteps: readonly ProcessStep[] = [
  {
    id: 'design',
    title: 'Design your build',
    text: [
      'You choose a platform and its parts, or one numbered unit of a drop. Chosen parts are drawn in ink and open ones in phantom line, to scale, with the lengths that matter by law.',
      'A reservation costs {deposit.reservation} and is refundable. The variant of a numbered unit is chosen with its number. Before the build, an agreement fixes the final price, and then the balance is due.',
    ],
    you: 'Choose the parts and, now or later, your dealer.',
    we: 'Hold your place. Check your state’s rules before you pay, and your dealer’s state when you choose the dealer.',
  },
  {
    id: 'register',
    title: 'Register under our manufacturer license',
    text: [
      'We build the rifle under our own federal license, engrave the receiver and register it as its maker on Form 2. From that day it’s in the federal registry under our name.',
      '{marking.depth:text} {marking.height:text} Ours are cut to be read.',
    ],
    you: 'Nothing to file. Your order page shows the stage.',
    we: 'Build, engrave, test-fire and register.',
  },
  {
    id: 'form-4',
    title: 'Submit Form 4',
    text: ['{filing.forms:text}', '{prints.form4:text}', 'The federal tax on the transfer: {tax.sbr:time}.'],
    you: 'Fingerprints, photograph and signature, at your dealer’s counter.',
    we: 'Send the rifle to your dealer and give them everything the form asks about it.',
  },
  {
    id: 'review',
    title: 'ATF review period',
    text: [
      'ATF examines the form and the people on it. We estimate {review.form4} for a Form 4. The averages ATF publishes have been both much shorter and much longer, and nobody can promise a date.',
      'If a form comes back for correction, it’s corrected and resubmitted.',
    ],
    you: 'Wait. Your rifle is safe at your dealer.',
    we: 'Email you whenever the status changes.',
  },
  {
    id: 'delivery',
    title: 'Take delivery',
    text: [
      'The approval goes to your dealer, who completes Form 4473 with you and any background check that is required. Then the case is yours: rifle, certificate, patch and drop card.',
      '{age.sbr:text} {wait.florida:text}',
    ],
    you: 'Bring your ID, sign, and take it home.',
    we: 'Add your number to the certificate registry.',
  },
]

/** The suppressor-ready option. */
export const suppressorReady = {
  title: 'Bonus: suppressor-ready',
  text: [
    'Ask for the suppressor-ready setup and your rifle ships with the mount fitted and the gas tuned for a suppressor you can add anytime. It’s drawn in phantom line here because it isn’t part of the rifle.',
    'A suppressor needs a separate transfer form and tax stamp ({tax.suppressor:time}). It has its own approval and wait time.',
  ],
  points: [
    'Mount fitted, timed and torqued',
    'Gas system tuned with and without a suppressor',
    'Bore alignment checked with a gauge',
  ],
} as const

/** Further texts of the printed guide. */
export const guideWords = {
  title: 'Process Guide',
  subject: `How you get a short-barreled rifle from ${brand}, in five steps, with dated sources.`,
  lead: 'From drawing to delivery in five steps. Three of them need you; for the other two, we keep you posted while you wait.',
  notice: 'General information, not legal advice.',
  undated: 'Ask us for current figures.',
  sourcesTitle: 'Figures and sources',
  sourcesLead:
    'All laws, taxes and wait times in this guide, with their sources and the dates we last checked them. The online version always shows current figures.',
  drawings: {
    cover: 'Side view of the rifle, illustration: barrel 10.3 inches, overall 27.6 inches.',
    design: 'The rifle in phantom line, its upper receiver and handguard chosen and drawn in ink.',
    register: 'The whole rifle in ink, its receiver engraved.',
    forms: 'Three forms in a row: Form 2, Form 3 and, marked as yours, Form 4.',
    review: 'A scale of days with the span that a review usually takes.',
    suppressor: 'The end of the barrel, a suppressor in phantom line before it.',
  },
} as const
