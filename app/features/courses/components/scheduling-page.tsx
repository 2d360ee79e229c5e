import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { type SchedulingAsked, type SchedulingPath, schedulingTo } from '../rules/addresses.ts'
import type { Course } from '../rules.ts'
import { registrationWords } from '../words/registration.ts'
import { CalendarChoice } from './calendar-choice.tsx'
import { ScheduleTabs } from './schedule-tabs.tsx'
import { SchedulingWidget } from './scheduling-widget.tsx'
import { SelectedSession, type SessionToBook } from './selected-session.tsx'
import { SessionChoice } from './session-choice.tsx'
import { useSeats } from './use-seats.ts'
import { WizardProgress } from './wizard-progress.tsx'

type Props = {
  path: SchedulingPath
  asked: SchedulingAsked
  courses: readonly Pick<Course, 'slug' | 'name'>[]
  sessions: readonly SessionToBook[]
  startKey: string
  /** The operator's external calendar, where there is one. */
  widgetUrl: string | null
  now: Date
  refused: { title: string; text: string } | undefined
}

/** The second step: a date is chosen from the sessions there really are, on a list or a calendar. Whole without script. */
export function SchedulingPage(props: Props) {
  const { path, asked, courses, sessions, startKey, widgetUrl, now, refused } = props
  const [chosen, choose] = useChoice(asked.session)
  const live = useSeats(sessions)
  const shown = live.filter(({ course }) => !asked.course || course.slug === asked.course)
  const to = (schedule: SchedulingAsked) => schedulingTo(path, { ...schedule, session: chosen })
  const choosing = { form, chosen, choose, now }
  return (
    <>
      <header className="reg-top">
        <div className="wrap">
          <WizardProgress current={1} />
          <h1 className="h1">{registrationWords.scheduling}</h1>
          <p className="lead">{registrationWords.schedulingLead}</p>
        </div>
      </header>
      {widgetUrl && <SchedulingWidget url={widgetUrl} />}
      <div className="wrap reg">
        <section aria-label="Dates">
          <ScheduleTabs asked={asked} courses={courses} to={(schedule) => to({ ...asked, ...schedule })} />
          <p className="vh" role="status">
            {shown.length} sessions
          </p>
          {shown.length === 0 ? (
            <EmptyState
              title="No dates at the moment"
              text="The next sessions are not set yet. Other courses may have a date."
              actions={<ButtonLink to={to({ ...asked, course: null })}>All courses</ButtonLink>}
            />
          ) : asked.view === 'calendar' ? (
            <CalendarChoice sessions={shown} {...choosing} />
          ) : (
            <SessionChoice sessions={shown} label="Dates" {...choosing} />
          )}
        </section>
        <SelectedSession
          {...{ id: form, startKey, now, refused }}
          action={to(asked)}
          session={live.find(({ id }) => id === chosen)}
        />
      </div>
    </>
  )
}

const form = 'registration'

/** The chosen session stands in the address, so that going back and loading again keep it. */
function useChoice(asked: string | null): [string | null, (id: string) => void] {
  const [, setQuery] = useSearchParams()
  const [own, setOwn] = useState<string>()
  return [
    own ?? asked,
    (id) => {
      setOwn(id)
      setQuery(
        (query) => {
          query.set('session', id)
          return query
        },
        { replace: true, preventScrollReset: true },
      )
    },
  ]
}
