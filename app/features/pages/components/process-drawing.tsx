import { Draft } from '#app/art/draft.tsx'
import type { ProcessStep } from '../data/process.ts'
import { PageDrawing } from './page-drawing.tsx'

type Props = {
  step: ProcessStep['id']
  /** The steps that happen on paper, as the server has drawn them. */
  drawings: Record<'form-4' | 'review', string>
}

/** What a step does to the rifle: drawn, made, on paper, on a scale of days, in its case. */
export function ProcessDrawing({ step, drawings }: Props) {
  switch (step) {
    case 'design':
      return (
        <PageDrawing
          art="process-design"
          alt="The rifle in phantom line, two parts chosen and inked"
          isEager
        />
      )
    case 'register':
      return <PageDrawing art="process-register" alt="The whole rifle in ink, its receiver engraved" />
    case 'form-4':
    case 'review':
      return <Draft markup={drawings[step]} />
    case 'delivery':
      return (
        <PageDrawing
          art="process-case"
          alt="The open case: rifle, certificate, patch and drop card, number 17 of 50"
        />
      )
  }
}

/** The muzzle with the suppressor that is not part of the rifle, in phantom line. */
export function SuppressorDrawing() {
  return (
    <PageDrawing
      art="process-suppressor"
      alt="The end of the barrel, a suppressor in phantom line before it"
    />
  )
}
