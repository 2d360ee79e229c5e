import { type Finish, isStandard } from '../rules/finishes.ts'

/** Texts of the choice of a finish. */
export const finishWords = {
  title: 'Finish',
  lead: 'On the receiver and the handguard. The rest stays as its maker finished it.',
  included: 'Included',
  quoted: 'Priced in your agreement',
  isStandard: 'Included in the build total.',
  isQuoted: (isLowerMolded: boolean) =>
    `Not in the build total: its price comes with your agreement, which you accept before we build anything.${isLowerMolded ? ' It is for metal: your polymer lower stays black.' : ''}`,
  caption: 'Computed illustration of the receiver. Colors differ between screens.',
  alt: (name: string) => `The receiver of this build, lit: ${name}`,
  /** As a fact in one line. */
  fact: (finish: Finish) => (isStandard(finish) ? finish.name : `${finish.name}, priced in your agreement`),
  agreed: 'In the final price',
} as const

/** What a finish costs: nothing where it is the standard one, and otherwise what staff quote. */
export function finishPriceWords(finish: Finish): string {
  return isStandard(finish) ? finishWords.included : finishWords.quoted
}
