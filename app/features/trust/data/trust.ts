export const notLegalAdvice =
  'This is not legal advice. A template and its guides are general information and no substitute for a lawyer: what fits depends on your state and your family. We do not draft trusts, fill them in for you, or answer for them.'

export const included: readonly { title: string; text: string }[] = [
  {
    title: 'Editable trust template',
    text: 'A Word file and a fillable PDF. Blanks are marked, and every article explains in one line what it does.',
  },
  {
    title: 'Engraving formatting guide',
    text: 'How to write a name, city and state when something has to be marked, and at which height and depth.',
  },
  {
    title: 'Form 4 walkthrough PDF',
    text: 'The form field by field, and who fills in which: you, your trustees, your dealer, or us.',
  },
  {
    title: 'Compliance checklist',
    text: 'What to have ready before purchase and what to keep after approval, on one page.',
  },
  {
    title: 'Video tutorial access',
    text: 'The same steps as a video, on your pack’s page as soon as it is ready.',
  },
]

export const steps: readonly { title: string; text: string }[] = [
  {
    title: 'Download the template',
    text: 'Choose your state’s version. It comes in two formats: one to edit, one to fill in.',
  },
  {
    title: 'Fill it out with the guided worksheet',
    text: 'The worksheet asks one thing at a time: the name of the trust, who created it, who may possess what it owns, and who succeeds them.',
  },
  {
    title: 'Notarize and upload with the Form 4',
    text: 'Sign before a notary, scan every page, and upload the whole document with the form.',
  },
]

export const resources: readonly {
  id: string
  title: string
  text: readonly string[]
  calls: readonly { label: string; to: string }[]
}[] = [
  {
    id: 'engraving',
    title: 'Engraving guide',
    text: ['{marking.maker:text}'],
    calls: [],
  },
  {
    id: 'forms',
    title: 'Form 1/4 walkthrough',
    text: [
      'Form 4 transfers a registered item to you or to your trust. It is the form our buyers file. Form 1 is an application to make one; nothing you buy here needs it.',
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
      'Coming soon: the worksheet from the first blank to the notary’s stamp and the upload. Until then, the guides cover all of it.',
    ],
    calls: [
      { label: 'Process Guide', to: '/process-guide' },
      { label: 'Trust vs individual', to: '/learn#trust-or-individual' },
    ],
  },
]

export type Checklist = {
  id: string
  title: string
  items: readonly { id: string; title: string; text: string }[]
}

export const checklists: readonly Checklist[] = [
  {
    id: 'before',
    title: 'Before purchase',
    items: [
      {
        id: 'state-law',
        title: 'Verify state law',
        text: 'Your state and your dealer’s state both have to allow the item. We check your state before you pay, and your dealer’s when you choose the dealer. For local rules, ask your sheriff’s office or a lawyer.',
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
        text: '{prints.form4:text} Ask your dealer who sends the copy and whether the current form still requires it.',
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
        text: 'If the form requires it. {marking.maker:text}',
      },
      {
        id: 'stamp',
        title: 'Store the stamp with the firearm',
        text: '{proof.keep:text} Keep a copy in the case and the original in a safe.',
      },
      {
        id: 'records',
        title: 'Keep records',
        text: 'The trust with its amendments, who was trustee from when to when, each approved form, each receipt. Tell your successor trustee where they are.',
      },
    ],
  },
]
