/** The drawing of a principle. */
export type PrincipleDrawing = 'groove' | 'papers' | 'ruler'

/** The three principles, in the specification's words and order. */
export const principles: readonly { title: string; drawing: PrincipleDrawing; text: readonly string[] }[] = [
  {
    title: 'Precision',
    drawing: 'groove',
    text: [
      'The law asks for a number {marking.depth} deep and {marking.height} high. We cut ours with the same tool and the same alphabet, on every receiver, until it reads in any light.',
      'We hold the rest of the rifle to the same standard: measured, recorded, fired, measured again.',
    ],
  },
  {
    title: 'Compliance',
    drawing: 'papers',
    text: [
      'Everything is built under our federal manufacturer’s license. {filing.forms:text}',
      'If your state prohibits the item, we tell you before you pay. If it allows the item with conditions, our staff reviews your order.',
    ],
  },
  {
    title: 'Education',
    drawing: 'ruler',
    text: [
      'Two lengths decide what a rifle is: {limit.barrel} of barrel, {limit.overall} overall. We draw both limits on every sheet, to scale, so that you see what you are choosing.',
      'Everything we say about the law is dated, and none of it is legal advice.',
    ],
  },
]
