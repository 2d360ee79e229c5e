/** One topic of the learning center. */
export type Topic = { id: string; title: string; text: readonly string[] }

/** The four topics of the specification's accordion. */
export const topics: readonly Topic[] = [
  {
    id: 'form-4',
    title: 'Form 4: transfer to you',
    text: [
      'Form 4 (5320.4) asks ATF to approve the transfer of a registered item to one person, trust or company. It is the form our buyers meet: we have made and registered the rifle, your dealer has it in the safe, and the form moves it into your name.',
      '{prints.form4:text}',
      'The federal tax on the transfer of a short-barreled rifle: {tax.sbr:time}.',
    ],
  },
  {
    id: 'form-1',
    title: 'Form 1: making one yourself',
    text: [
      'Form 1 (5320.1) asks ATF for permission to make an NFA item. It comes before the making: until it is approved there may be no short-barreled rifle, and no set of parts that could only be one.',
      'For anything you buy from us there is no Form 1 in your name. We mention it because you will read about it everywhere.',
      'An electronic Form 1: {review.eform1}. A paper form: {review.paper}.',
    ],
  },
  {
    id: 'trust-or-individual',
    title: 'Trust vs individual',
    text: [
      'As an individual you alone may have the rifle in your keeping. One person answers the form, and there is nothing to draw up first.',
      'A trust owns the rifle, and every trustee may have it in hand. It takes a document that fits your state. {persons.trust:text} {trust.certification:text}',
      'We sell no legal advice with either. A lawyer in your state can tell you which one serves you.',
    ],
  },
  {
    id: 'wait-times',
    title: 'Wait times',
    text: [
      'Form 4: {review.form4}. Electronic Form 1: {review.eform1}. Paper: {review.paper}.',
      'ATF publishes its current averages. Between 2023 and 2026 they have been as short as days and as long as most of a year, so we show the figure with the day on which we last checked it.',
      '{wait.florida:text}',
    ],
  },
]

/** What stands behind our word. */
export const credentials: readonly { title: string; text: string }[] = [
  {
    title: 'Licensed manufacturer and dealer',
    text: 'We make, register and transfer under our own federal license and special occupational tax class.',
  },
  {
    title: 'Compliance first',
    text: 'Your state and your dealer’s are checked before any payment, and the answer comes with its reason.',
  },
  {
    title: 'Test-fired, every one',
    text: 'No rifle leaves the bench before it has fired and been measured again.',
  },
  {
    title: 'Dated answers',
    text: 'Every figure of law on these pages carries the day on which somebody last checked it.',
  },
]

/** What the drawings of the definition show, in the words of the law's own figures. */
export const definition: readonly string[] = ['{limit.barrel:text} {limit.overall:text}']
