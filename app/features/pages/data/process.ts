/** One step of the way from an idea to a rifle in its owner's hands. */
export type ProcessStep = {
  id: 'design' | 'register' | 'form-4' | 'review' | 'delivery'
  title: string
  /** Sentences that may cite claims. */
  text: readonly string[]
  /** Who acts in this step. */
  you: string
  we: string
}

/** The five steps of the specification. */
export const processSteps: readonly ProcessStep[] = [
  {
    id: 'design',
    title: 'Design your build',
    text: [
      'You choose a platform and its parts, or one numbered unit of a drop. On our sheet a part that is chosen is drawn in ink and a part that is still open in phantom line, to scale, with the lengths that the law looks at.',
      'A reservation costs {deposit.reservation} and is refundable.',
    ],
    you: 'Choose the parts, your state and the dealer you will collect at.',
    we: 'Hold your place and check both states before we take any money.',
  },
  {
    id: 'register',
    title: 'Register under our manufacturer license',
    text: [
      'We build the rifle under our own federal license, engrave the receiver and register it as its maker. From that day it is in the federal registry, under our name.',
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
      'ATF examines the form and the people on it. We go by {review.form4} for a Form 4. The averages it publishes have been both much shorter and longer, and nobody can promise a date.',
      'If a form comes back for correction, it is put right and sent again.',
    ],
    you: 'Wait. The rifle is safe at your dealer.',
    we: 'Tell you by email when anything moves.',
  },
  {
    id: 'delivery',
    title: 'Take delivery',
    text: [
      'The approval goes to your dealer, who completes Form 4473 with you and any background check that is required. Then the case is yours: rifle, certificate, patch and drop card.',
      '{age.sbr:text} {wait.florida:text}',
    ],
    you: 'Bring identification, sign, and take it home.',
    we: 'Enter your number in the register of certificates.',
  },
]

/** What comes with a rifle that is ready for a suppressor. */
export const suppressorReady = {
  title: 'Bonus: suppressor-ready',
  text: [
    'Ask for the suppressor-ready set-up and the rifle leaves us with its mount fitted and its gas tuned for a suppressor you may add at any time, drawn here in phantom line because it is not part of the rifle.',
    'A suppressor needs a separate transfer form and tax stamp ({tax.suppressor:time}). It has its own approval and its own wait.',
  ],
  points: [
    'Mount fitted, timed and torqued',
    'Gas system tuned for both states',
    'Bore alignment checked with a gauge',
  ],
} as const

/** What the printed guide says beside the steps. */
export const guideWords = {
  title: 'Process Guide',
  subject: 'How a short-barreled rifle from PACo comes to its owner, in five steps, with dated sources.',
  lead: 'From a line on the drawing to your hands, in five steps. You do something in three of them; in the other two you wait, and we tell you what moves.',
  notice: 'General information, not legal advice.',
  undated: 'Ask us for the figures that hold today.',
  sourcesTitle: 'Figures and sources',
  sourcesLead:
    'Whatever in this guide is law, tax or a waiting time, with the day on which we last checked it and where it is read. The page that this guide is printed from always shows the figures that hold today.',
  drawings: {
    cover: 'Side view of the rifle, illustration: barrel 10.3 inches, overall 27.6 inches.',
    design: 'The rifle in phantom line, its upper receiver and handguard chosen and drawn in ink.',
    register: 'The whole rifle in ink, its receiver engraved.',
    forms: 'Three forms in a row: Form 2, Form 3 and, marked as yours, Form 4.',
    review: 'A scale of days with the span that a review usually takes.',
    suppressor: 'The end of the barrel, a suppressor in phantom line before it.',
  },
} as const
