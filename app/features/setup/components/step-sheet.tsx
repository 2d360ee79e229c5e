import type { ReactNode } from 'react'
import { Section } from '#app/features/console/components/section.tsx'
import { Sheet } from '#app/features/console/components/sheet.tsx'
import { useStamp, Status } from '#app/features/console/components/status.tsx'
import { VerbForm, VerbLink } from '#app/features/console/components/verb.tsx'
import { type SetupStep, setupPath, setupSteps, stepOf, stepPath, type StepState } from '../rules.ts'
import type { ShownStep } from '../store.server.ts'
import { DenseTable } from '#app/features/console/components/dense-table.tsx'

type Props = {
  step: SetupStep
  shown: ShownStep | undefined
  note?: ReactNode
  children: ReactNode
}

export const stateShapes = { done: 'done', skipped: 'wait', failed: 'no', partial: 'over' } as const
const stateWords: Partial<Record<StepState, string>> = {
  done: 'Done',
  skipped: 'Left for later',
  failed: 'Failed',
}

export function StepSheet({ step, shown, note, children }: Props) {
  const { title, lead } = stepOf(step)
  const at = setupSteps.indexOf(step)
  const following = setupSteps[at + 1]
  const stamp = useStamp()
  return (
    <Sheet
      title={`Set-up, ${title.toLowerCase()}`}
      heading={title}
      state={<StepStatus step={step} shown={shown} />}
      next={following ? `Then ${stepOf(following).title.toLowerCase()}` : 'This is the last step'}
      cells={[{ label: 'Step', value: `${at + 1} of ${setupSteps.length}` }]}
      action={
        <>
          <VerbLink to={setupPath} look="quiet">
            All steps
          </VerbLink>
          {!shown && (
            <VerbForm to={`${stepPath(step)}/skip`} look="quiet">
              Leave for later
            </VerbForm>
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
        <Section item={2} title="Result" note={`${stamp(shown.at)}, ${shown.by}`}>
          <p role="status">
            <Status kind={stateShapes[shown.state]}>{shown.detail}</Status>
          </p>
        </Section>
      )}
    </Sheet>
  )
}

function StepStatus({ step, shown }: Pick<Props, 'step' | 'shown'>) {
  if (!shown) return <Status kind="todo">To do</Status>
  return <Status kind={stateShapes[shown.state]}>{stateWords[shown.state] ?? stepOf(step).partial}</Status>
}

/** `help` says what a setting of the environment is for, and how to set it. */
type NeededSetting = { name: string; isSet: boolean; help: string }

/** Which settings of the environment a service needs. Their values are secrets: only whether they are set is shown. */
export function SettingsList({ caption, settings }: { caption: string; settings: readonly NeededSetting[] }) {
  return (
    <div className="mb-5">
      <DenseTable
        caption={caption}
        rows={settings}
        id={({ name }) => name}
        columns={[
          { label: 'Setting', width: 240, kind: 'code', render: ({ name }) => name },
          {
            label: 'State',
            width: 110,
            render: ({ isSet }) => (
              <Status kind={isSet ? 'done' : 'todo'} quiet={isSet}>
                {isSet ? 'Set' : 'Not set'}
              </Status>
            ),
          },
          { label: 'What it is', render: ({ help }) => help },
        ]}
      />
      <p className="con-hint mt-2">
        Secrets stay in the environment of the server. Set them there and start the shop again.
      </p>
    </div>
  )
}
