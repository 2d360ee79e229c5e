/** Texts about showing a finished build to others, and the section that shows them. */
export const showingWords = {
  hint: 'Optional. You can take it back anytime on the page of your build.',
  title: 'Shown to others',
  states: {
    waiting:
      'You agreed that we show this build on the builder page once it is built: its platform and parts, never your name.',
    shown: 'This build is on the builder page, with its platform and parts and without your name.',
    hidden: 'You agreed that we show this build. We don’t show it at present.',
    withdrawn: 'You took your consent back. This build isn’t shown.',
  },
  withdraw: 'Don’t Show My Build',
  withdrawing: 'Saving',
  mail: 'You agreed that we show the finished build without your name. You can take that back on this page:',
  mine: { waiting: 'shown without your name once built', shown: 'shown without your name' },
  manage: 'Don’t show it',
  others: 'What Others Built',
  othersLead: 'Finished builds, shown with their buyers’ consent. Open one and make it yours.',
  starts: 'Start From a Package',
  startsLead: 'Our own builds, each with all its parts. Open one and change what you like.',
  start: 'Start from this build',
} as const
