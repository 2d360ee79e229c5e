import { shopContext } from '#app/http/context.server.ts'
import { breadcrumbList, JsonLd } from '#app/http/structured-data.tsx'
import { pageMeta, type SharedHandle, sharedPage, sharePath } from '#app/http/page-head.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { Section } from '#app/ui/section.tsx'
import { PhotoSection, Photo } from '#app/features/photos/components/photo.tsx'
import { findPhotos, listCovers } from '#app/features/photos/store.server.ts'
import {
  parseSchedule,
  largestClass,
  nextOpenSession,
  registeredCourse,
  registerPath,
  schedulePath,
  type Course,
  seatsTopic,
  type SessionView,
  sessionState,
  registrationPath,
  balanceCents,
  type SeatState,
  seatsLeft,
} from '../rules.ts'
import { listCourses, listSessions } from '../store/sessions.server.ts'
import { seatsWords, toSessionView, bookingFacts, refundRule } from '../words.ts'
import type { Route } from './+types/schedule'
import { Schedule, DatePlate, JoinWaitlist, Lines, SeatsLeft } from '../sessions.tsx'
import { Price } from '#app/ui/price.tsx'
import type { ReactNode } from 'react'
import { formatCents } from '#app/kit/money.ts'
import { countOf } from '#app/kit/text.ts'
import type { ShownPhoto } from '#app/features/photos/rules.ts'
import { letteringPath } from '#app/art/pantograph/lettering.ts'
import { schemaAddress, type ShopFacts } from '#app/facts/facts.ts'
import { brand } from '#app/kit/brand.ts'

const page = { title: 'CCW Training', path: '/ccw-training' }

export const handle = { sharedParams: ['course'] } satisfies SharedHandle

export async function loader({ context, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const { db, now, publicUrl, timeZone, facts } = shop
  const moment = now()
  const [courses, sessions, photos, covers] = await Promise.all([
    listCourses(db),
    listSessions(db, moment),
    findPhotos(shop, 'page', 'training'),
    listCovers(shop, 'course'),
  ])
  const filter = parseSchedule(new URL(request.url).searchParams, courses)
  const shown = sessions.map((session) => toSessionView(session, timeZone, moment))
  return { courses, sessions: shown, photos, covers, filter, publicUrl, facts: facts(), now: moment }
}

export const headers = () => sharedPage

export const meta = pageMeta({
  ...page,
  description:
    'Pistol and concealed-carry courses in Miami, Florida: small classes, seats left, prices, and a deposit that is refundable up to 48 hours before.',
  picture: sharePath('courses'),
})

export default function Training({ loaderData }: Route.ComponentProps) {
  const { courses, sessions, photos, covers, filter, publicUrl, facts, now } = loaderData
  const next = nextOpenSession(sessions)
  const registered = courses.find(({ slug }) => slug === registeredCourse) ?? courses[0]
  return (
    <>
      <JsonLd data={breadcrumbList(publicUrl, [{ name: page.title, path: page.path }])} />
      {courses.map((course) => (
        <JsonLd key={course.slug} data={courseJsonLd(course, sessions, { publicUrl, facts })} />
      ))}
      <header>
        <div className="wrap grid min-h-[min(680px,calc(100svh-var(--spacing-nav)))] grid-cols-[minmax(0,5fr)_minmax(0,7fr)] items-center gap-x-6 gap-y-8 py-12 max-lg:min-h-0 max-lg:grid-cols-1 max-lg:pt-10 max-lg:pb-6">
          <div className="grid justify-items-start gap-6">
            <h1 className="h1">CCW Training</h1>
            <p className="lead">
              Small classes, each student with a lane of their own. Choose a date, come rested, and leave with
              a record of what you can do.
            </p>
            <div className="btns max-lg:w-full max-lg:[&_.btn]:w-full">
              <ButtonLink href="/ccw-training/register" variant="primary">
                Register Now
              </ButtonLink>
              <ButtonLink href="#schedule">See the Schedule</ButtonLink>
              <ButtonLink href="/ccw-training/instructors">Instructors</ButtonLink>
            </div>
          </div>
          {next && (
            <figure className="grid gap-3">
              <RangeDrawing seats={next.seats} />
              <figcaption className="text-sm text-faint">
                Next class: {next.course.name}, {next.when.day}. {seatsWords(next.seats)}. Lit lanes are open
                seats.
              </figcaption>
            </figure>
          )}
        </div>
      </header>
      <Section id="schedule" title="Schedule" lead="Every date and its open seats, in Miami time.">
        <div data-live={seatsTopic}>
          <Schedule filter={filter} courses={courses} sessions={sessions} to={schedulePath} level={3}>
            {(shown) => <SessionList sessions={shown} now={now} />}
          </Schedule>
        </div>
      </Section>
      <Section title="The courses">
        <CourseCards courses={courses} sessions={sessions} covers={covers} />
      </Section>
      <PhotoSection set={photos} title="On the range" withCover />
      <BookingRules
        course={registered}
        largest={registered ? largestClass(sessions, registered.slug) : null}
      />
    </>
  )
}

const row =
  'grid scroll-mt-20 grid-cols-[max(66px,4.1rem)_minmax(0,5fr)_minmax(0,4fr)_max(90px,5.6rem)_max(130px,8.1rem)] items-center gap-x-6 gap-y-3 py-4 target:bg-accent-tint target:outline-[12px] target:outline-accent-tint target:outline-solid max-lg:grid-cols-[66px_minmax(0,1fr)_auto]'
const price = 'text-right text-xl leading-none in-data-full:text-faint max-lg:text-lg max-lg:leading-none'

function SessionList({ sessions, now }: { sessions: readonly SessionView[]; now: Date }) {
  return (
    <ol className="divide-y divide-hairline border-b border-hairline">
      {sessions.map((session) => {
        const { id, course, when } = session
        const state = sessionState(session, now)
        return (
          <li key={id} id={`session-${id}`} className={row} data-full={state === 'full' || undefined}>
            <DatePlate when={when} />
            <div>
              <h3 className="h4 wrap-break-word in-data-full:text-faint">{course.name}</h3>
              <p className="text-sm text-muted">{when.full}</p>
            </div>
            <SeatsLeft
              session={session}
              now={now}
              className="max-lg:col-span-2 max-lg:col-start-2 max-lg:row-start-2"
            />
            <Price className={price} cents={course.priceCents} />
            <p className="justify-self-end max-lg:col-span-2 max-lg:col-start-2 max-lg:row-start-3 max-lg:justify-self-start">
              {state === 'open' ? (
                <ButtonLink
                  size="sm"
                  href={registerPath({ session: id })}
                  aria-label={`Register: ${course.name}, ${when.full}`}
                >
                  Register
                </ButtonLink>
              ) : (
                state !== 'closed' && <JoinWaitlist session={session} />
              )}
            </p>
          </li>
        )
      })}
    </ol>
  )
}

type CourseCardsProps = {
  courses: readonly Course[]
  sessions: readonly SessionView[]
  covers: Readonly<Record<string, ShownPhoto>>
}

const card =
  'row-span-5 grid scroll-mt-20 grid-rows-subgrid gap-4 border-hairline px-6 py-7 not-first:border-l max-xl:odd:border-l-0 max-xl:nth-[n+3]:border-t max-sm:not-first:border-t max-sm:border-l-0'

function CourseCards({ courses, sessions, covers }: CourseCardsProps) {
  return (
    <div className="grid grid-cols-4 rounded-plate border border-hairline max-xl:grid-cols-2 max-sm:grid-cols-1">
      {courses.map((course) => {
        const cover = covers[course.slug]
        const next = nextOpenSession(sessions.filter((session) => session.course.slug === course.slug))
        return (
          <article
            key={course.slug}
            id={course.slug}
            aria-labelledby={`${course.slug}-title`}
            className={card}
          >
            <header>
              {cover && (
                <Photo
                  photo={cover}
                  sizes="(width >= 1180px) 300px, (width >= 600px) 50vw, 100vw"
                  isDecorative
                  className="mb-4 aspect-[3/2] rounded-plate"
                />
              )}
              <h3 className="h3" id={`${course.slug}-title`}>
                {course.name}
              </h3>
              <p className="mt-1.5 font-display leading-snug font-light text-accent">
                {countOf(course.hours, 'hour')}
              </p>
            </header>
            <p className="text-muted">{course.summary}</p>
            <ol className="divide-y divide-hairline border-t border-hairline">
              {course.topics.map((topic) => (
                <li key={topic} className="py-2">
                  {topic}
                </li>
              ))}
            </ol>
            <dl className="grid content-start gap-2 text-sm">
              <Fact term="Bring">{course.bring.join('; ')}</Fact>
              <Fact term="Age">{course.minimumAge}+</Fact>
              {!next && course.announcedFor && <Fact term="Announced">first for {course.announcedFor}</Fact>}
            </dl>
            <footer className="grid content-end gap-4 border-t border-hairline pt-4">
              <p>
                <Price cents={course.priceCents} />
                <span className="mt-2 block text-sm text-faint">
                  {formatCents(course.depositCents)} deposit, {formatCents(balanceCents(course))} on the day
                </span>
              </p>
              {next ? (
                <div className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-3">
                  <DatePlate when={next.when} />
                  <p className="text-sm text-muted">
                    Next: {next.when.day}, {next.when.hours}. {seatsWords(next.seats)}.
                  </p>
                </div>
              ) : (
                <p className="text-sm text-muted">No date set.</p>
              )}
              <ButtonLink
                size="sm"
                href={registrationPath(course.slug)}
                aria-label={`Enroll Now: ${course.name}`}
              >
                Enroll Now
              </ButtonLink>
            </footer>
          </article>
        )
      })}
    </div>
  )
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap gap-x-3">
      <dt className="min-w-[78px] text-faint">{term}</dt>
      <dd className="flex-1 basis-[14ch] text-muted">{children}</dd>
    </div>
  )
}

const column = 'grid content-start gap-3'

function BookingRules({ course, largest }: { course: Course | undefined; largest: number | null }) {
  return (
    <Section title="Booking and refunds">
      <div className="grid grid-cols-3 gap-x-12 gap-y-8 max-lg:grid-cols-1">
        {course && (
          <div className={column}>
            <h3 className="h4">{course.name}</h3>
            <Lines items={bookingFacts(course, largest)} />
          </div>
        )}
        <div className={column}>
          <h3 className="h4">The deposit</h3>
          <svg className="w-full fill-none" viewBox="0 0 480 54" aria-hidden>
            <path className="stroke-ok stroke-2" d="M0 27H320" />
            <path className="stroke-stop stroke-2 [stroke-dasharray:5_6]" d="M320 27H480" />
            <path className="stroke-muted" d="M320 6V48M480 6V48" />
          </svg>
          <p
            className="grid grid-cols-[2fr_1fr] font-display text-xs font-medium tracking-wider text-muted"
            aria-hidden
          >
            <span className="col-start-1 row-start-1">Refundable</span>
            <span className="col-start-1 row-start-1 translate-x-1/2 justify-self-end">48 h</span>
            <span className="col-start-2 row-start-1 justify-self-end">Class</span>
          </p>
          <p className="text-muted">
            {refundRule.refund} {refundRule.noShow}
          </p>
        </div>
        <div className={column}>
          <h3 className="h4">How to register</h3>
          <p className="text-muted">
            Choose a date with an open seat. We hold it for ten minutes while you pay the deposit. Your
            confirmation email has a calendar file and a private link to move or cancel the seat.
          </p>
          <p>
            <ButtonLink href="/ccw-training/register">Register Now</ButtonLink>
          </p>
        </div>
      </div>
    </Section>
  )
}

const width = 720
const horizon = 96
const floor = 520
const vanishing = 400

function RangeDrawing({ seats }: { seats: readonly SeatState[] }) {
  const lanes = seats.length
  const near = (at: number) => (at / lanes) * width
  const far = (at: number) => vanishing + (at / lanes - 0.5) * 150
  return (
    <svg
      className="h-auto w-full overflow-visible fill-none [stroke-linecap:round]"
      viewBox={`0 0 ${width} 580`}
      aria-hidden
    >
      <path
        className="stroke-ink [stroke-opacity:0.13]"
        d={ranges.map((y) => `M${edge(y, 0)} ${y}H${edge(y, 1)}`).join('')}
      />
      {seats.map((seat, at) => (
        <g key={at}>
          <path
            className={seat === 'open' ? 'fill-accent/6 stroke-ink/14' : 'stroke-ink/14'}
            d={`M${near(at)} ${floor}L${far(at)} ${horizon}H${far(at + 1)}L${near(at + 1)} ${floor}Z`}
          />
          <path className={laneLines[seat]} d={`M${near(at + 0.5)} ${floor}L${far(at + 0.5)} ${horizon}`} />
          <path
            className={seat === 'open' ? 'stroke-accent stroke-[1.8]' : 'stroke-faint stroke-[1.4]'}
            d={letteringPath(String(at + 1), {
              x: near(at + 0.5),
              y: floor + 34,
              height: 18,
              anchor: 'middle',
            })}
          />
        </g>
      ))}
      <path className="stroke-muted [stroke-width:1.4]" d={`M0 ${floor}H${width}`} />
      <path
        className="stroke-muted [stroke-width:1.4]"
        d={`M${far(0)} ${horizon}H${far(lanes)}M${far(0)} ${horizon}v-34H${far(lanes)}v34`}
      />
    </svg>
  )

  function edge(y: number, side: 0 | 1) {
    const depth = (y - horizon) / (floor - horizon)
    const at = side * lanes
    return far(at) + (near(at) - far(at)) * depth
  }
}

const laneLines = {
  open: 'stroke-accent stroke-2',
  held: 'stroke-accent/70 [stroke-dasharray:4_7]',
  taken: 'stroke-ink/20',
} as const satisfies Record<SeatState, string>
const ranges = [118, 146, 184, 236, 306, 398]

function courseJsonLd(course: Course, sessions: readonly SessionView[], shop: Seller) {
  const url = `${shop.publicUrl}/ccw-training#${course.slug}`
  const offer = { '@type': 'Offer', price: (course.priceCents / 100).toFixed(2), priceCurrency: 'USD' }
  const dates = sessions.filter((session) => session.course.slug === course.slug)
  return {
    '@context': 'https://schema.org',
    '@type': 'Course',
    name: course.name,
    description: course.summary,
    url,
    provider: organizer(shop),
    offers: { ...offer, category: 'Paid' },
    hasCourseInstance: dates.map(({ when, seats }) => ({
      '@type': ['CourseInstance', 'EducationEvent'],
      name: course.name,
      description: course.summary,
      image: `${shop.publicUrl}${sharePath('courses')}`,
      url,
      courseMode: 'Onsite',
      courseWorkload: `PT${course.hours}H`,
      startDate: when.startIso,
      endDate: when.endIso,
      eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
      eventStatus: 'https://schema.org/EventScheduled',
      location: { '@type': 'Place', name: brand, address: schemaAddress(shop.facts) },
      organizer: organizer(shop),
      maximumAttendeeCapacity: seats.length,
      remainingAttendeeCapacity: seatsLeft(seats),
      offers: {
        ...offer,
        availability: `https://schema.org/${seatsLeft(seats) > 0 ? 'InStock' : 'SoldOut'}`,
        url,
      },
    })),
  }
}

type Seller = { publicUrl: string; facts: ShopFacts }

function organizer({ publicUrl, facts }: Seller) {
  return {
    '@type': 'Organization',
    '@id': `${publicUrl}/#shop`,
    name: brand,
    url: `${publicUrl}/`,
    ...(facts.legalName && { legalName: facts.legalName }),
  }
}
