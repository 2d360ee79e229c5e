import { Draft } from '#app/art/draft.tsx'
import type { ProcessStep } from '../data/process.ts'
import { PageDrawing } from './page-drawing.tsx'

type Props = {
  step: ProcessStep['id']
  /** Markup of the sketches that the server renders. */
  drawings: Record<'form-4' | 'review', string>
}

/** The drawing of a process step. */
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

/** The muzzle with a suppressor in phantom line, because it is not part of the rifle. */
export function SuppressorDrawing() {
  return (
    <PageDrawing
      art="process-suppressor"
      alt="The end of the barrel, a suppressor in phantom line before it"
    />
  )
}
