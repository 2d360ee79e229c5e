import '#app/ui/styles/tabs.css'
import type { ReactNode } from 'react'
import { ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import {
  type ScheduleFilter,
  type Course,
  type Session,
  sessionState,
  type SessionView,
  packSeats,
  type SessionWhen,
} from './rules.ts'
import { Price } from '#app/ui/price.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { Ticks } from '#app/ui/ticks.tsx'
import { seatsWords, wizardSteps } from './words.ts'
import { WaitlistButton } from '#app/features/subscriptions/components/subscribe-form.tsx'
import { Steps } from '#app/ui/steps.tsx'

type Props = {
  filter: ScheduleFilter
  courses: readonly Pick<Course, 'slug' | 'name'>[]
  sessions: readonly SessionView[]
  to: (args: ScheduleFilter) => string
  level?: 3
  children: (shown: readonly SessionView[]) => ReactNode
}

export function Schedule({ filter, courses, sessions, to, level, children }: Props) {
  const shown = sessions.filter(({ course }) => !filter.course || course.slug === filter.course)
  return (
    <>
      <ScheduleTabs filter={filter} courses={courses} to={to} />
      <p className="sr-only" role="status">
        {shown.length} {shown.length === 1 ? 'session' : 'sessions'}
      </p>
      {shown.length === 0 ? (
        <EmptyState
          title="No dates right now"
          {...(level && { level })}
          text="New dates are not set yet. Another course may have one."
          actions={<ButtonLink href={to({ ...filter, course: null })}>All courses</ButtonLink>}
        />
      ) : (
        children(shown)
      )}
    </>
  )
}

function ScheduleTabs({ filter, courses, to }: Pick<Props, 'filter' | 'courses' | 'to'>) {
  const choices = [{ slug: null, name: 'All courses' }, ...courses]
  return (
    <nav className="tabs" aria-label="Course">
      {choices.map(({ slug, name }) => (
        <a key={name} href={to({ course: slug })} aria-current={filter.course === slug ? 'true' : undefined}>
          {name}
        </a>
      ))}
    </nav>
  )
}

type ChoiceProps = {
  /** The id of that form. The list is outside of it, because waitlists in the list have forms of their own. */
  form: string
  selected: string | null
}

type SessionChoiceProps = ChoiceProps & {
  sessions: readonly SessionView[]
  now: Date
  label: string
  isPaid?: boolean
}

const row =
  'relative grid grid-cols-[24px_max(66px,4.1rem)_minmax(0,5fr)_minmax(0,4fr)_max(132px,8.2rem)] items-center gap-x-6 gap-y-3 px-3 py-4 has-checked:bg-accent-tint has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-accent @max-[46rem]:grid-cols-[24px_max(66px,4.1rem)_minmax(0,1fr)] @max-[46rem]:px-1 @max-[14rem]:grid-cols-[24px_minmax(0,1fr)]'
/** Below the name where there is no room beside it, and below the date where letters are large. */
const below = '@max-[46rem]:col-start-3 @max-[46rem]:justify-self-start @max-[14rem]:col-start-2'
const names = 'grid gap-1 @max-[14rem]:col-start-2'
/** The label covers the row, so a click anywhere selects the session. */
const rowLabel = `${names} after:absolute after:inset-0 after:cursor-pointer after:content-['']`

export function SessionChoice({ sessions, now, label, isPaid = false, ...choice }: SessionChoiceProps) {
  return (
    <ol className="@container divide-y divide-hairline border-b border-hairline" aria-label={label}>
      {sessions.map((session) => {
        const { id, course, when } = session
        const state = sessionState(session, now)
        const isOffered = state === 'open' || choice.selected === id
        return (
          <li
            key={id}
            className={isOffered ? `${row} not-has-checked:hover:bg-sheet` : row}
            data-full={state === 'full' || undefined}
          >
            {isOffered ? <SessionRadio session={session} {...choice} /> : <span aria-hidden />}
            <DatePlate when={when} />
            <label
              className={isOffered ? rowLabel : names}
              htmlFor={isOffered ? radioId(session) : undefined}
            >
              <b className="h4 wrap-break-word in-data-full:text-faint">{course.name}</b>
              <span className="text-sm text-muted">{when.full}</span>
            </label>
            <SeatsLeft session={session} now={now} className={below} />
            {state === 'open' || state === 'closed' ? (
              !isPaid && (
                <p
                  className={`grid justify-items-end gap-0.5 @max-[46rem]:flex @max-[46rem]:flex-wrap @max-[46rem]:items-baseline @max-[46rem]:gap-x-1.5 ${below}`}
                >
                  <Price
                    className="text-xl leading-none @max-[46rem]:text-base @max-[46rem]:leading-none"
                    cents={course.depositCents}
                  />
                  <span className="text-sm text-faint">deposit</span>
                </p>
              )
            ) : (
              <div className={`relative z-1 ${below}`}>
                <JoinWaitlist session={session} />
              </div>
            )}
          </li>
        )
      })}
    </ol>
  )
}

function SessionRadio({ session, form, selected }: ChoiceProps & { session: Session }) {
  return (
    <span className="choice relative z-1 p-0 @max-[46rem]:row-span-2">
      <input
        type="radio"
        className="m-0"
        id={radioId(session)}
        name="session"
        form={form}
        value={session.id}
        defaultChecked={selected === session.id}
      />
    </span>
  )
}

function radioId({ id }: Pick<Session, 'id'>): string {
  return `pick-${id}`
}

export function SeatsLeft({ session, now, className }: { session: Session; now: Date; className: string }) {
  const state = sessionState(session, now)
  return (
    <div className={`flex flex-wrap items-center gap-x-5 gap-y-1 ${className}`} {...liveSeats(session)}>
      <div className="max-w-[200px] min-w-24 flex-1">
        <Ticks units={session.seats} />
      </div>
      <p className="text-sm text-muted">
        {state === 'full' && <Badge kind="sold">FULL</Badge>}
        {state === 'closed' && <Badge kind="archived">CLOSED</Badge>}
        {state === 'all_held' && <Badge kind="soon">ALL HELD</Badge>}
        {state === 'open' && <span data-seats-left>{seatsWords(session.seats)}</span>}
      </p>
    </div>
  )
}

export function liveSeats({ id, seats }: Pick<Session, 'id' | 'seats'>) {
  return { 'data-seats': `${id} ${packSeats(seats)}` }
}

export function DatePlate({ when }: { when: SessionWhen }) {
  return (
    <time
      className="grid min-h-[76px] min-w-[66px] content-center justify-items-center rounded-control border border-control font-display"
      dateTime={when.isoDay}
    >
      <span className="text-xs tracking-widest text-muted">{when.month}</span>
      <b className="text-3xl font-light in-data-full:text-faint">{when.dayOfMonth}</b>
    </time>
  )
}

export function JoinWaitlist({ session }: { session: SessionView }) {
  return (
    <WaitlistButton
      topic={`course:${session.id}`}
      label="Join Waitlist"
      about={`${session.course.name}, ${session.when.full}`}
      size="sm"
    />
  )
}

export function WizardProgress({ current }: { current: number }) {
  return (
    <div className="max-w-[860px]">
      <Steps steps={wizardSteps.map((label) => ({ label }))} current={current} label="Progress" />
    </div>
  )
}

export function Lines({ items, as: List = 'ul' }: { items: readonly string[]; as?: 'ol' | 'ul' }) {
  return (
    <List className="divide-y divide-hairline border-t border-hairline text-muted">
      {items.map((item) => (
        <li key={item} className="py-3">
          {item}
        </li>
      ))}
    </List>
  )
}
