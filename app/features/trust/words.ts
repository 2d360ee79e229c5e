/** Labels of the specification, letter for letter. */
export const buttonWords = {
  download: 'Download Now',
  addToBuild: 'Add to My Build',
  bundle: 'Build Custom + Add Trust',
}

/** What is said while the pack cannot be bought: what each button does instead. */
export const notYet = {
  withBuilder:
    'The pack is not on sale yet. Download Now puts you on its list: one mail on the day it can be bought. Add to My Build opens the builder, and the pack can be added to that build from the same day.',
  alone:
    'The pack is not on sale yet. Download Now puts you on its list: one mail on the day it can be bought.',
  dialogTitle: 'Trust pack, not on sale yet',
  dialog:
    'One mail on the day the pack can be bought and downloaded. Nothing is charged for standing on the list.',
}

/** What the pack is not. */
export const notLegalAdvice =
  'This is not legal advice. A template and its guides are general information and no substitute for a lawyer: what fits depends on your state and your family. We do not draft trusts, fill them in for you, or answer for them.'
