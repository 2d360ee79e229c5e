import { redirect } from 'react-router'
import { PartsGroup, PartsList, PartsRow } from '#app/features/console/components/parts-list.tsx'
import { Section } from '#app/features/console/components/section.tsx'
import { Sheet } from '#app/features/console/components/sheet.tsx'
import { useStamp, Status } from '#app/features/console/components/status.tsx'
import { VerbLink } from '#app/features/console/components/verb.tsx'
import type { ShopFacts } from '#app/facts/facts.ts'
import type { StaffHandle } from '#app/features/staff/rules.ts'
import { shopContext } from '#app/http/context.server.ts'
import { brand } from '#app/kit/brand.ts'
import { stateShapes } from '../components/step-sheet.tsx'
import {
  nextStep,
  type SetupStep,
  type StepState,
  setupPath,
  setupSteps,
  stepOf,
  stepPath,
} from '../rules.ts'
import { showProgress } from '../store.server.ts'
import type { Route } from './+types/overview'

export const handle: StaffHandle = { right: 'rules.write', title: 'Shop' }

export async function loader({ context, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const steps = await showProgress(shop)
  const next = nextStep(steps)
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

/** What a finished step says, without gaps for what is not stated. */
export function storedWords(step: SetupStep, facts: ShopFacts): string {
  const { legalName, licenseLine, street, city, state, zip, phone, email, hours, timeZone } = facts
  const said: Partial<Record<SetupStep, readonly string[]>> = {
    licensee: [legalName, licenseLine],
    address: [street, city, `${state} ${zip}`.trim(), phone, email],
    hours: [hours, timeZone],
  }
  return (said[step] ?? []).filter(Boolean).join(', ')
}

const dueWords = { done: 'Done', skipped: 'Later', failed: 'Failed' } as const
const isOpen = (shown: { state: StepState } | undefined) =>
  shown?.state !== 'done' && shown?.state !== 'skipped'

export default function Setup({ loaderData: { steps, next, facts } }: Route.ComponentProps) {
  const stamp = useStamp()
  const done = setupSteps.filter((step) => steps[step]?.state === 'done').length
  const open = setupSteps.filter((step) => isOpen(steps[step]))
  return (
    <Sheet
      heading={brand}
      state={
        <Status kind={open.length > 0 ? 'half' : 'done'} figure={`${done} of ${setupSteps.length}`}>
          {open.length > 0 ? 'Set-up' : 'Set up'}
        </Status>
      }
      next={
        next
          ? stepOf(next).title
          : open.length > 0
            ? open.map((step) => `${stepOf(step).title}: ${stepOf(step).partial?.toLowerCase()}`).join(', ')
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
                    shown
                      ? shown.state === 'partial'
                        ? stepOf(step).partial
                        : dueWords[shown.state]
                      : 'To do'
                  }
                  tone={shown?.state === 'failed' || shown?.state === 'partial' ? 'stop' : undefined}
                  kind={shown ? stateShapes[shown.state] : 'todo'}
                  subject={stepOf(step).title}
                  to={stepPath(step)}
                  detail={
                    shown?.detail ||
                    (shown?.state === 'done' && storedWords(step, facts)) ||
                    stepOf(step).lead
                  }
                  amount={shown && stamp(shown.at)}
                  who={shown?.by}
                />
              )
            })}
          </PartsGroup>
        ))}
      </PartsList>
      <Section title="Sections of the site" note="each can be switched off">
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
          <VerbLink small to="/staff/catalog/courses/new">
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
