/** Which drawing stands beside a principle. */
export type PrincipleDrawing = 'groove' | 'papers' | 'ruler'

/** The three principles, in the specification's words and order. */
export const principles: readonly { title: string; drawing: PrincipleDrawing; text: readonly string[] }[] = [
  {
    title: 'Precision',
    drawing: 'groove',
    text: [
      'The law asks for a number {marking.depth} deep and {marking.height} high. We cut ours with the same tool and the same alphabet, on every receiver, until it reads in any light.',
      'The rest of the rifle is held to the same idea: measured, written down, fired, measured again.',
    ],
  },
  {
    title: 'Compliance',
    drawing: 'papers',
    text: [
      'Everything is built under our federal manufacturer’s license. {filing.forms:text}',
      'Where your state prohibits the item we say so before you pay. Where it allows it on conditions, a person looks at your order.',
    ],
  },
  {
    title: 'Education',
    drawing: 'ruler',
    text: [
      'Two lengths decide what a rifle is: {limit.barrel} of barrel, {limit.overall} overall. We draw both limits on every sheet, to scale, so that you see what you are choosing.',
      'What we say about law carries its date, and none of it is legal advice.',
    ],
  },
]
