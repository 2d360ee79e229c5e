import { redirect } from 'react-router'
import { PartsGroup, PartsList, PartsRow } from '#app/features/console/components/parts-list.tsx'
import { Section } from '#app/features/console/components/section.tsx'
import { Sheet } from '#app/features/console/components/sheet.tsx'
import { Status } from '#app/features/console/components/status.tsx'
import { VerbLink } from '#app/features/console/components/verb.tsx'
import type { StaffHandle } from '#app/features/staff/rules.ts'
import { brand, consoleTitle } from '#app/kit/brand.ts'
import { stateShapes } from '../components/step-sheet.tsx'
import { nextStep, type SetupStep, type StepState, setupPath, setupSteps, stepPath } from '../rules.ts'
import { partialWords, sectionWords, stepWords, storedWords } from '../words.ts'
import type { Route } from './+types/overview'
import { setupOf, showProgress } from './shown-setup.server.ts'

export const handle: StaffHandle = { right: 'rules.write' }

export const meta = () => [{ title: consoleTitle('Shop') }]

export async function loader({ context, request }: Route.LoaderArgs) {
  const { shop } = setupOf(context)
  const steps = await showProgress(shop)
  const states = Object.fromEntries(Object.entries(steps).map(([step, { state }]) => [step, state]))
  const next = nextStep(states)
  // The way in: the first time it leads straight to the first step.
  if (new URL(request.url).searchParams.has('start') && next) throw redirect(stepPath(next))
  return { steps, next: next ?? null, facts: shop.facts() }
}

const groups: readonly { title: string; note: string; steps: readonly SetupStep[] }[] = [
  { title: 'The shop', note: 'who sells', steps: ['licensee', 'address', 'hours'] },
  { title: 'What is charged', note: 'tax and parcels', steps: ['charges'] },
  { title: 'Who hands firearms over', note: 'a new list every month', steps: ['dealers'] },
  { title: 'What it runs on', note: 'tried before customers do', steps: ['payments', 'mail'] },
  { title: 'What it says and sells under', note: 'read before customers do', steps: ['texts'] },
  { title: 'To try it', note: 'optional', steps: ['sample'] },
]

const dueWords = { done: 'Done', skipped: 'Later', failed: 'Failed' } as const
const isOpen = (shown: { state: StepState } | undefined) =>
  shown?.state !== 'done' && shown?.state !== 'skipped'

export default function Setup({ loaderData: { steps, next, facts } }: Route.ComponentProps) {
  const done = setupSteps.filter((step) => steps[step]?.state === 'done').length
  const open = setupSteps.filter((step) => isOpen(steps[step]))
  return (
    <Sheet
      title="Shop"
      heading={brand}
      state={
        <Status kind={open.length > 0 ? 'half' : 'done'} figure={`${done} of ${setupSteps.length}`}>
          {open.length > 0 ? 'Set-up' : 'Set up'}
        </Status>
      }
      next={
        next
          ? stepWords[next].title
          : open.length > 0
            ? open.map((step) => `${stepWords[step].title}: ${partialWords[step]?.toLowerCase()}`).join(', ')
            : 'Every step was looked at. Each can be changed at any time.'
      }
      action={
        next ? (
          <VerbLink to={stepPath(next)} look="primary">
            {done === 0 ? 'Begin' : 'Continue'}
          </VerbLink>
        ) : undefined
      }
    >
      <PartsList>
        {groups.map(({ title, note, steps: inGroup }, at) => (
          <PartsGroup key={title} item={at + 1} title={title} note={note}>
            {inGroup.map((step) => {
              const shown = steps[step]
              return (
                <PartsRow
                  key={step}
                  due={
                    shown ? (shown.state === 'partial' ? partialWords[step] : dueWords[shown.state]) : 'To do'
                  }
                  tone={shown?.state === 'failed' || shown?.state === 'partial' ? 'stop' : undefined}
                  kind={shown ? stateShapes[shown.state] : 'todo'}
                  subject={stepWords[step].title}
                  to={stepPath(step)}
                  detail={
                    shown?.detail ||
                    (shown?.state === 'done' && storedWords(step, facts)) ||
                    stepWords[step].lead
                  }
                  amount={shown?.at}
                  who={shown?.by}
                />
              )
            })}
          </PartsGroup>
        ))}
      </PartsList>
      <Section title={sectionWords.title} note="each can be switched off">
        <VerbLink small to={`${setupPath}/sections`}>
          Switch sections
        </VerbLink>
      </Section>
      <Section title="Then, what is sold" note="each can be tried before visitors see it">
        <div className="flex flex-wrap gap-2">
          <VerbLink small to="/staff/drops/new">
            New drop
          </VerbLink>
          <VerbLink small to="/staff/catalog/accessories/new">
            New accessory
          </VerbLink>
          <VerbLink small to="/staff/classes/courses/new">
            New course
          </VerbLink>
          <VerbLink small to="/staff/photos">
            Photographs
          </VerbLink>
        </div>
      </Section>
    </Sheet>
  )
}
