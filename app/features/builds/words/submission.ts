export const freePackWords =
  'Reserving its slot includes a free trust pack, which comes once your transfer form is filed.'

export const submissionRefusalWords = {
  nothing_chosen: 'Choose at least one part before you submit.',
  part_missing: 'A part of this build is no longer available. Open the build again to see what changed.',
  price_changed:
    'The price has changed, so nothing was submitted. Please check the updated total below and submit again.',
  submission_not_found: 'We couldn’t find a build with this reference.',
  slot_taken: 'Your slot is reserved. Check your email for the confirmation and your private order link.',
  build_declined: 'We can’t build this one as it is. Our email says why.',
  builder_closed: 'We’re not taking build slots right now. Write to us at /contact about your build.',
  slot_held:
    'Checkout for your slot is already open in another window. Finish there, or try again in ten minutes.',
  key_reused: 'This form was already submitted. Reload the page and try again.',
  try_again: 'Someone else was a moment faster. Please try again.',
} as const

export const submittedWords = {
  title: 'We’ve got your build',
  lead: 'We’ve emailed you this reference. Our gunsmith reviews the build, checks that the parts work together, and gets back to you within one business day.',
  review:
    'Your state’s rules require a staff review first. We’ll email you the result before anything else happens.',
} as const
