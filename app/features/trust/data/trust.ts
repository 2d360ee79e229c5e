/** The five things in the pack, with what each is for. */
export const included: readonly { title: string; text: string }[] = [
  {
    title: 'Editable trust template',
    text: 'As a Word file and as a fillable PDF. The blanks are marked, and every clause says in a line of its own what it does.',
  },
  {
    title: 'Engraving formatting guide',
    text: 'How a name, a city and a state are written when something has to be marked, at which height and depth.',
  },
  {
    title: 'Form 4 walkthrough PDF',
    text: 'The form field by field, with who fills in which: you, your trustees, your dealer, or we.',
  },
  {
    title: 'Compliance checklist',
    text: 'What to have ready before the purchase and what to keep after the approval, on one page.',
  },
  {
    title: 'Video tutorial access',
    text: 'The same steps as a film, on the page of your pack once it is cut.',
  },
]

/** From the file to the form. */
export const steps: readonly { title: string; text: string }[] = [
  {
    title: 'Download the template',
    text: 'Choose your state’s version. It comes in two forms of one text: one to edit, one to fill in.',
  },
  {
    title: 'Fill it out with the guided worksheet',
    text: 'The worksheet asks for one thing at a time: the name of the trust, who made it, who may hold what it owns, who comes after them.',
  },
  {
    title: 'Notarize and upload with the Form 4',
    text: 'Sign before a notary, scan every page, and upload the whole document with the form.',
  },
]

/** Further reading. Sentences may cite claims; `calls` lead to where the rest is. */
export const resources: readonly {
  id: string
  title: string
  text: readonly string[]
  calls: readonly { label: string; to: string }[]
}[] = [
  {
    id: 'engraving',
    title: 'Engraving guide',
    text: [
      '{marking.maker:text}',
      '{marking.depth:text} {marking.height:text}',
      'A trust is named as in its document, word for word. City in full, state in its two letters. An abbreviation is one you will use on every form after it.',
    ],
    calls: [],
  },
  {
    id: 'forms',
    title: 'Form 1/4 walkthrough',
    text: [
      'Form 4 moves a registered item into your name, or into that of your trust; it is the form our buyers meet. Form 1 asks for leave to make one, and for anything bought here there is none.',
      '{prints.form4:text} {persons.trust:text}',
      '{trust.certification:text}',
    ],
    calls: [
      { label: 'Form 4, explained', to: '/learn#form-4' },
      { label: 'Form 1, explained', to: '/learn#form-1' },
    ],
  },
  {
    id: 'videos',
    title: 'Video tutorials',
    text: [
      'Coming soon: the worksheet from the first blank to the notary’s stamp, and the upload. Until then the drawn guides say all of it.',
    ],
    calls: [
      { label: 'Process Guide', to: '/process-guide' },
      { label: 'Trust vs individual', to: '/learn#trust-or-individual' },
    ],
  },
]

/** One list to be ticked. Texts may cite claims. */
export type Checklist = {
  id: string
  title: string
  items: readonly { id: string; title: string; text: string }[]
}

/** What to see to, and when. */
export const checklists: readonly Checklist[] = [
  {
    id: 'before',
    title: 'Before purchase',
    items: [
      {
        id: 'state-law',
        title: 'Verify state law',
        text: 'Your state and your dealer’s both have to allow the item. We check both before we take any money; your sheriff’s office or a lawyer knows the rules of your town.',
      },
      {
        id: 'trust',
        title: 'Set up trust',
        text: 'It has to be signed and notarized before a Form 4 can name it. {trust.certification:text}',
      },
      {
        id: 'photos',
        title: 'Prepare passport photos',
        text: 'Each person on the form needs {prints.form4}. {persons.trust:text}',
      },
      {
        id: 'cleo',
        title: 'Check CLEO notification',
        text: '{prints.form4:text} Ask your dealer who sends the copy, and whether the present form still asks for it.',
      },
    ],
  },
  {
    id: 'after',
    title: 'After approval',
    items: [
      {
        id: 'transfer',
        title: 'Complete transfer at a dealer',
        text: 'The approval goes to the dealer, who completes Form 4473 with you and any background check that is required. {wait.florida:text}',
      },
      {
        id: 'engrave',
        title: 'Engrave trust or individual info',
        text: 'Where the form asks it of you. {marking.maker:text}',
      },
      {
        id: 'stamp',
        title: 'Store the stamp with the firearm',
        text: '{proof.keep:text} A copy in the case and the original in a safe serve both.',
      },
      {
        id: 'records',
        title: 'Keep records',
        text: 'The trust with its amendments, who was trustee from when to when, each approved form, each receipt. Tell your successor trustee where they lie.',
      },
    ],
  },
]
