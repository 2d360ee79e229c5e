/** Texts for submitting a build and reserving its slot. */
export const submitWords = {
  title: 'Lock & Submit Build',
  lead: 'We check that the parts work together and email you within one business day. We don’t build anything until you approve it.',
  finishOpen: (name: string) =>
    `The total leaves out the finish, ${name}: its price comes with your agreement, which you accept before we build anything.`,
  back: 'Edit build',
  states: 'States with rules for this build',
  send: 'Submit Build',
  sending: 'Submitting',
  freePack: 'Reserving its slot includes a free trust pack, which comes once your transfer form is filed.',
  privacy: 'Used for this build only.',
  nothing: 'Choose at least one part before you submit.',
  notYet: 'This build can’t be submitted yet',
  tooFast: 'That was fast. Please check your details and submit again.',
  slotTitle: 'Reserve your slot',
  slotText: (price: string) =>
    `A slot holds your place in our build schedule. It costs ${price}, which goes toward your build, and is fully refundable until the transfer form is filed.`,
  slotGo: (price: string) => `Reserve a Slot, ${price}`,
  slotSkip: 'Optional. Your build is submitted either way.',
  slotIncludes: (buildCode: string, isSuppressorOptimized: boolean) =>
    `All parts of build ${buildCode}${isSuppressorOptimized ? ', suppressor-optimized' : ''}`,
  slotTaken: 'Your slot is reserved. Check your email for the confirmation and your private order link.',
} as const

/** Why a build was not accepted or its slot not reserved. */
export const submissionRefusalWords = {
  nothing_chosen: submitWords.nothing,
  part_missing: 'A part of this build is no longer available. Open the build again to see what changed.',
  price_changed:
    'The price has changed, so nothing was submitted. Please check the updated total below and submit again.',
  submission_not_found: 'We couldn’t find a build with this reference.',
  slot_taken: submitWords.slotTaken,
  build_declined: 'We can’t build this one as it is. Our email says why.',
  builder_closed: 'We’re not taking build slots right now. Write to us at /contact about your build.',
  slot_held:
    'Checkout for your slot is already open in another window. Finish there, or try again in ten minutes.',
  key_reused: 'This form was already submitted. Reload the page and try again.',
  try_again: 'Someone else was a moment faster. Please try again.',
} as const

/** Texts for a submitted build. */
export const submittedWords = {
  title: 'We’ve got your build',
  lead: 'We’ve emailed you this reference. Our gunsmith reviews the build, checks that the parts work together, and gets back to you within one business day.',
  review:
    'Your state’s rules require a staff review first. We’ll email you the result before anything else happens.',
} as const
