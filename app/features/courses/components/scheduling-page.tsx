import { ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import {
  type ScheduleFilter,
  type SchedulingFilter,
  type SchedulingPath,
  schedulingUrl,
} from '../rules/addresses.ts'
import { type Course, seatsTopic } from '../rules.ts'
import { registrationWords } from '../words/registration.ts'
import { CalendarChoice } from './calendar-choice.tsx'
import { ScheduleTabs } from './schedule-tabs.tsx'
import { SchedulingWidget } from './scheduling-widget.tsx'
import { SelectedSession, type SessionToBook } from './selected-session.tsx'
import { SessionChoice } from './session-choice.tsx'
import { WizardProgress } from './wizard-progress.tsx'

type Props = {
  path: SchedulingPath
  filter: SchedulingFilter
  courses: readonly Pick<Course, 'slug' | 'name'>[]
  sessions: readonly SessionToBook[]
  startKey: string
  /** The operator's external calendar, where there is one. */
  widgetUrl: string | null
  now: Date
  refusal: { title: string; text: string } | undefined
}

/** Step two: select a session in a list or a calendar. The selected one is part of the address (`site/pick.ts`). */
export function SchedulingPage(props: Props) {
  const { path, filter, courses, sessions, startKey, widgetUrl, now, refusal } = props
  const selected = filter.session
  const shown = sessions.filter(({ course }) => !filter.course || course.slug === filter.course)
  const to = (schedule: ScheduleFilter) => schedulingUrl(path, { ...filter, ...schedule })
  const choice = { form, selected, now }
  return (
    <>
      <header>
        <div className="wrap grid gap-4 pt-8 pb-6 max-lg:pt-6 max-lg:pb-4">
          <WizardProgress current={1} />
          <h1 className="h1 mt-4">{registrationWords.scheduling}</h1>
          <p className="lead">{registrationWords.schedulingLead}</p>
        </div>
      </header>
      {widgetUrl && <SchedulingWidget url={widgetUrl} />}
      <div
        data-live={seatsTopic}
        className="wrap grid grid-cols-[minmax(0,1fr)_minmax(300px,372px)] items-start gap-x-12 gap-y-8 pb-24 max-xl:grid-cols-1 [&_.tabs>a+a]:px-3"
      >
        <section aria-label="Dates">
          <ScheduleTabs filter={filter} courses={courses} to={to} />
          <p className="sr-only" role="status">
            {shown.length} {shown.length === 1 ? 'session' : 'sessions'}
          </p>
          {shown.length === 0 ? (
            <EmptyState
              title="No dates right now"
              text="New dates are not set yet. Another course may have one."
              actions={<ButtonLink to={to({ ...filter, course: null })}>All courses</ButtonLink>}
            />
          ) : filter.view === 'calendar' ? (
            <CalendarChoice sessions={shown} {...choice} />
          ) : (
            <SessionChoice sessions={shown} label="Dates" {...choice} />
          )}
        </section>
        <SelectedSession
          id={form}
          startKey={startKey}
          now={now}
          refusal={refusal}
          action={to(filter)}
          session={sessions.find(({ id }) => id === selected)}
        />
      </div>
    </>
  )
}

const form = 'registration'
