import type { ReactNode } from 'react'
import type { PartStep } from '#app/art/blueprint/build.ts'
import { buildFormId } from './build-form.tsx'

type Props = { step: PartStep; onOpen: (step: PartStep) => void; className: string; children: ReactNode }

/** Opens the parts of a step: without script as a page, by the build's form. */
export function StepButton({ step, onOpen, className, children }: Props) {
  return (
    <button
      className={className}
      type="submit"
      form={buildFormId}
      name="step"
      value={step}
      aria-haspopup="dialog"
      onClick={(event) => {
        event.preventDefault()
        onOpen(step)
      }}
    >
      {children}
    </button>
  )
}
