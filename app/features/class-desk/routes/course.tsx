import { data, Form, redirect } from 'react-router'
import { deskFieldsOf, TextField } from '#app/features/console/components/fields.tsx'
import { Columns, Section } from '#app/features/console/components/section.tsx'
import { Sheet } from '#app/features/console/components/sheet.tsx'
import { Status } from '#app/features/console/components/status.tsx'
import { Verb, VerbLink } from '#app/features/console/components/verb.tsx'
import { currentPrice } from '#app/features/courses/rules.ts'
import { findEditedCourse } from '#app/features/courses/store/roster.server.ts'
import { CourseForm, type CourseValues } from '../components/forms.tsx'
import {
  editCourse,
  priceCourse,
  unpriceCourse,
  courseInput,
  priceEndInput,
  priceInput,
} from '../flows.server.ts'
import { classesPath, refusalErrors } from '../../courses/roster.ts'
import { courseValues } from './desk-session.server.ts'
import { PhotoPanel } from '#app/features/photo-desk/components/photo-panel.tsx'
import { listPanelPhotos } from '#app/features/photo-desk/store.server.ts'
import { requireRecentSignIn, requireRight } from '#app/features/staff/access.server.ts'
import { actorOf, type StaffHandle } from '#app/features/staff/rules.ts'
import { shopContext } from '#app/http/context.server.ts'
import { type FieldErrors, parseForm, type SubmittedFields } from '#app/http/form.ts'
import { notFound } from '#app/http/not-found.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { consoleTitle } from '#app/kit/brand.ts'
import { formatDay } from '#app/kit/date-format.ts'
import { secretToken } from '#app/kit/ids.ts'
import { formatCents } from '#app/kit/money.ts'
import type { Route } from './+types/course'

export const handle: StaffHandle = { right: 'catalog.write' }

export const meta = () => [{ title: consoleTitle('Course') }]

export async function loader({ context, params }: Route.LoaderArgs) {
  requireRight(context, 'catalog.write')
  const shop = context.get(shopContext)
  const { db, now, timeZone } = shop
  const course = await findEditedCourse(db, params.course)
  if (!course)
    throw notFound('No Such Course', {
      text: 'There is no course at this address.',
      link: { to: `${classesPath}/courses`, label: 'Courses' },
    })
  const current = currentPrice(course, now())
  const first = { startsAt: null, priceCents: course.priceCents, depositCents: course.depositCents }
  return {
    photos: await listPanelPhotos(shop, { kind: 'course', key: course.slug }),
    formKey: secretToken(),
    slug: course.slug,
    name: course.name,
    revision: course.revision,
    isRetired: course.retiredAt !== null,
    values: courseValues(course),
    price: current,
    prices: [first, ...course.prices].toReversed().map(({ startsAt, priceCents, depositCents }) => ({
      key: startsAt?.toISOString() ?? 'first',
      from: startsAt ? formatDay(startsAt, timeZone) : 'from the beginning',
      words: `${formatCents(priceCents)}, deposit ${formatCents(depositCents)}`,
      isComing: startsAt !== null && startsAt > now(),
    })),
  }
}

type Answer = { fieldErrors: FieldErrors; given: SubmittedFields; stored?: CourseValues }

const comeBack = (status: 409 | 422, answer: Answer) => data(answer, { status })

export async function action({ context, params, request }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  const member = requireRight(context, 'catalog.write')
  // A copy: a request for another sign-in stores the form that was sent.
  const form = await readForm(request)
  const desk = { ctx: shop, actor: actorOf(member), timeZone: shop.timeZone }
  const what = form.get('what')
  if (what === 'price' || what === 'unprice') {
    await requireRecentSignIn(context, request)
    return what === 'price' ? setPrice(desk, params.course, form) : removePrice(desk, params.course, form)
  }
  const parsed = parseForm(courseInput, form)
  if (!parsed.ok) return comeBack(422, { fieldErrors: parsed.fieldErrors, given: parsed.given })
  const done = await editCourse(desk, params.course, parsed.value)
  if (done.ok) return redirect(`${classesPath}/courses`, 303)
  const stored = done.why === 'changed' ? await findEditedCourse(shop.db, params.course) : undefined
  return comeBack(409, {
    fieldErrors: refusalErrors(done.why),
    given: parsed.given,
    ...(stored && { stored: courseValues(stored) }),
  })
}

type Desk = Parameters<typeof unpriceCourse>[0]

async function setPrice(desk: Desk, slug: string, form: FormData) {
  const parsed = parseForm(priceInput, form)
  if (!parsed.ok)
    return comeBack(422, { fieldErrors: parsed.fieldErrors, given: { ...parsed.given, what: 'price' } })
  const { key: formKey, ...price } = parsed.value
  const done = await priceCourse({ ...desk, formKey }, slug, price)
  if (done.ok) return redirect(`${classesPath}/courses/${slug}`, 303)
  return comeBack(409, { fieldErrors: refusalErrors(done.why), given: parsed.given })
}

async function removePrice(desk: Desk, slug: string, form: FormData) {
  const parsed = parseForm(priceEndInput, form)
  const done = parsed.ok && (await unpriceCourse(desk, slug, new Date(parsed.value.remove)))
  if (done && done.ok) return redirect(`${classesPath}/courses/${slug}`, 303)
  const why = done ? done.why : 'price_begun'
  return comeBack(409, { fieldErrors: refusalErrors(why), given: { what: 'price' } })
}

export default function Course({ loaderData, actionData }: Route.ComponentProps) {
  const { slug, name, revision, isRetired, values, price } = loaderData
  const isPrice = actionData?.given.what === 'price'
  const errors = actionData?.fieldErrors ?? {}
  const stored = actionData?.stored
  const typed = { ...values, ...(isPrice ? {} : actionData?.given) }
  return (
    <Sheet
      title="Course"
      heading={name}
      state={<Status kind={isRetired ? 'void' : 'done'}>{isRetired ? 'Not taught' : 'Taught'}</Status>}
      cells={[
        { label: 'Price', value: formatCents(price.priceCents) },
        { label: 'Revision', value: revision },
      ]}
      action={
        <VerbLink to={`${classesPath}/new?course=${slug}`} look="primary">
          Add dates
        </VerbLink>
      }
    >
      <Columns columns="minmax(0,1fr) minmax(0,1fr)">
        <Section item={1} title="What is taught">
          <CourseForm
            key={revision}
            values={typed}
            stored={stored && differing(stored, typed)}
            errors={isPrice ? {} : errors}
            revision={revision}
          />
        </Section>
        <div>
          <Prices {...loaderData} errors={isPrice ? errors : {}} given={isPrice ? actionData.given : {}} />
          <PhotoPanel
            item={3}
            subject={{ kind: 'course', key: slug }}
            photos={loaderData.photos}
            here={`${classesPath}/courses/${slug}`}
          />
        </div>
      </Columns>
      <p className="con-region">
        <VerbLink look="quiet" to={`${classesPath}/courses`} data-back="">
          All courses
        </VerbLink>
      </p>
    </Sheet>
  )
}

function differing(stored: CourseValues, typed: CourseValues): Partial<CourseValues> {
  return Object.fromEntries(
    Object.entries(stored).filter(([field, value]) => typed[field as keyof CourseValues] !== value),
  )
}

type PricesProps = Route.ComponentProps['loaderData'] & { errors: FieldErrors; given: SubmittedFields }

function Prices({ prices, formKey, errors, given }: PricesProps) {
  const field = deskFieldsOf(given, errors)
  return (
    <Section item={2} title="Prices" note="USD. A seat keeps the price of the day it was booked">
      <ol className="mb-4 grid gap-1">
        {prices.map(({ key, from, words, isComing }) => (
          <li key={key} className="flex flex-wrap items-center gap-x-4">
            <Status kind={isComing ? 'sched' : 'done'}>{words}</Status>
            <span className="text-muted">{from}</span>
            {isComing && (
              <Form method="post">
                <input type="hidden" name="what" value="unprice" />
                <input type="hidden" name="remove" value={key} />
                <Verb small look="quiet" aria-label={`Cancel the price ${from}`}>
                  Cancel
                </Verb>
              </Form>
            )}
          </li>
        ))}
      </ol>
      <Form method="post" className="grid max-w-[620px] gap-3 sm:grid-cols-3" noValidate>
        <input type="hidden" name="what" value="price" />
        <input type="hidden" name="key" value={formKey} autoComplete="off" />
        <TextField label="Price, USD" {...field('price')} inputMode="decimal" />
        <TextField label="Deposit, USD" {...field('deposit')} inputMode="decimal" />
        <TextField label="From" {...field('from')} type="date" hint="Empty: from now on" />
        <div>
          <Verb busyWords="Saving...">Set price</Verb>
        </div>
      </Form>
    </Section>
  )
}
