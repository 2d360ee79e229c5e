import type { ProcessStep } from '../data/process.ts'
import { FormsDraft } from './drafts.tsx'
import { Drawn } from './drawn.tsx'
import { ReviewScale } from './review-scale.tsx'

type Props = {
  step: ProcessStep['id']
  /** How long a review takes, as the claim gives it today: "90 to 180 days". */
  review?: string | undefined
}

/** What a step does to the rifle: drawn, made, on paper, on a scale of days, in its case. */
export function ProcessDrawing({ step, review }: Props) {
  switch (step) {
    case 'design':
      return <Drawn art="process-design" alt="The rifle in phantom line, two parts chosen and inked" eager />
    case 'register':
      return <Drawn art="process-register" alt="The whole rifle in ink, its receiver engraved" />
    case 'form-4':
      return <FormsDraft />
    case 'review':
      return <ReviewScale figure={review} />
    case 'delivery':
      return (
        <Drawn
          art="process-case"
          alt="The open case: rifle, certificate, patch and drop card, number 17 of 50"
        />
      )
  }
}

/** The muzzle with the suppressor that is not part of the rifle, in phantom line. */
export function SuppressorDrawing() {
  return (
    <Drawn art="process-suppressor" alt="The end of the barrel, a suppressor in phantom line before it" />
  )
}
