import type { ReactNode } from 'react'
import { Form } from 'react-router'
import { Section } from '#app/features/console/components/section.tsx'
import { Sheet } from '#app/features/console/components/sheet.tsx'
import { Status } from '#app/features/console/components/status.tsx'
import { Verb, VerbLink } from '#app/features/console/components/verb.tsx'
import { type SetupStep, setupPath, setupSteps, stepPath } from '../rules.ts'
import { stepWords } from '../words.ts'
import { StepStatus, type ShownStep } from './step-status.tsx'

type Props = {
  step: SetupStep
  shown: ShownStep | undefined
  note?: ReactNode
  children: ReactNode
}

const resultShapes = { done: 'done', skipped: 'wait', failed: 'no', partial: 'over' } as const

export function StepSheet({ step, shown, note, children }: Props) {
  const { title, lead } = stepWords[step]
  const at = setupSteps.indexOf(step)
  const following = setupSteps[at + 1]
  return (
    <Sheet
      title={`Set-up, ${title.toLowerCase()}`}
      heading={title}
      state={<StepStatus step={step} shown={shown} />}
      next={following ? `Then ${stepWords[following].title.toLowerCase()}` : 'This is the last step'}
      cells={[{ label: 'Step', value: `${at + 1} of ${setupSteps.length}` }]}
      action={
        <>
          <VerbLink to={setupPath} look="quiet">
            All steps
          </VerbLink>
          {!shown && (
            <Form method="post" action={`${stepPath(step)}/skip`}>
              <Verb look="quiet">Leave for later</Verb>
            </Form>
          )}
          {shown && following && <VerbLink to={stepPath(following)}>Next step</VerbLink>}
        </>
      }
    >
      <Section item={1} title={title} note={note}>
        <p className="mb-4 max-w-[64ch] text-muted">{lead}</p>
        {children}
      </Section>
      {shown?.detail && (
        <Section item={2} title="Result" note={`${shown.at}, ${shown.by}`}>
          <p role="status">
            <Status kind={resultShapes[shown.state]}>{shown.detail}</Status>
          </p>
        </Section>
      )}
    </Sheet>
  )
}
