import { type Stage, stages } from '#app/features/orders/rules.ts'

/** What a sender ticks to have the finished build shown. It is stored with the moment. */
export const showingSentence =
  'Once it is built, you may show this build on your builder page: its platform and parts, never my name.'

/** The stages at which a firearm is finished. */
export const finishedStages: readonly Stage[] = stages.slice(stages.indexOf('built'))

/** What decides whether a build is shown. `stage` is that of its reservation, null without one and once it was returned. */
export type ShowingFacts = {
  consentedAt: Date | null
  withdrawnAt: Date | null
  /** Staff took it off the page. */
  hiddenAt: Date | null
  stage: string | null
}

/** `waiting` is consented to and not finished yet; `hidden` is consented to and taken off the page by staff. */
export type ShowingState = 'not_consented' | 'withdrawn' | 'hidden' | 'waiting' | 'shown'

/** Whether a build is shown to others: with consent, not hidden by staff, and only while it is finished and its buyer's. */
export function showingStateOf({ consentedAt, withdrawnAt, hiddenAt, stage }: ShowingFacts): ShowingState {
  if (consentedAt === null) return 'not_consented'
  if (withdrawnAt !== null) return 'withdrawn'
  if (hiddenAt !== null) return 'hidden'
  return finishedStages.some((finished) => finished === stage) ? 'shown' : 'waiting'
}
