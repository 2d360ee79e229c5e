/** One topic of the learning center. */
export type Topic = { id: string; title: string; text: readonly string[] }

/** The four topics of the specification's accordion. */
export const topics: readonly Topic[] = [
  {
    id: 'form-4',
    title: 'Form 4: transfer to you',
    text: [
      'Form 4 (5320.4) asks ATF to approve the transfer of a registered item to one person, trust or company. It’s the form our buyers file: we’ve made and registered the rifle, your dealer keeps it in the safe, and the form transfers it to you.',
      '{prints.form4:text}',
      'The federal tax on the transfer of a short-barreled rifle: {tax.sbr:time}.',
    ],
  },
  {
    id: 'form-1',
    title: 'Form 1: making one yourself',
    text: [
      'Form 1 (5320.1) asks ATF for permission to make an NFA item. It must be approved before you make anything: until then you may not have a short-barreled rifle, or a set of parts that can only make one.',
      'You don’t need a Form 1 for anything you buy from us. We mention it because you’ll read about it everywhere.',
      'Our own estimate: {review.eform1} for an electronic Form 1, {review.paper} for a paper form.',
    ],
  },
  {
    id: 'trust-or-individual',
    title: 'Trust vs individual',
    text: [
      'As an individual, only you may possess the rifle. One person fills out the form, and there’s nothing to set up first.',
      'A trust owns the rifle, and every trustee may possess it. You need a trust document that fits your state. {persons.trust:text} {trust.certification:text}',
      'We don’t give legal advice on either. A lawyer in your state can tell you which one is right for you.',
    ],
  },
  {
    id: 'wait-times',
    title: 'Wait times',
    text: [
      'Our own estimates: {review.form4} for a Form 4, {review.eform1} for an electronic Form 1, {review.paper} for a paper form.',
      'ATF publishes its current averages under Current Processing Times on its website. Between 2023 and 2026 they have been as short as days and as long as most of a year, so we show the date we last checked ours.',
      '{wait.florida:text}',
    ],
  },
]

/** Our credentials. */
export const credentials: readonly { title: string; text: string }[] = [
  {
    title: 'Licensed manufacturer and dealer',
    text: 'We make, register and transfer under our own federal license and special occupational tax class.',
  },
  {
    title: 'Compliance first',
    text: 'We check your state’s rules before you pay and your dealer’s state when you choose the dealer, and tell you why if there’s a problem.',
  },
  {
    title: 'Test-fired, every one',
    text: 'Every rifle is test-fired and measured again before it ships.',
  },
  {
    title: 'Dated answers',
    text: 'Every legal figure on these pages shows the date we last checked it.',
  },
]

/** The definition, in the law's own figures. */
export const definition: readonly string[] = ['{limit.barrel:text} {limit.overall:text}']
