import { Form } from 'react-router'
import { z } from 'zod'
import { RecordForm } from '#app/features/console/components/record-form.tsx'
import { Columns, Section } from '#app/features/console/components/section.tsx'
import { Sheet } from '#app/features/console/components/sheet.tsx'
import { Status } from '#app/features/console/components/status.tsx'
import { Verb, VerbLink } from '#app/features/console/components/verb.tsx'
import { classesPath, refusalErrors } from '#app/features/courses/roster.ts'
import { currentPrice } from '#app/features/courses/rules.ts'
import { type EditedCourse, findEditedCourse } from '#app/features/courses/store/roster.server.ts'
import { PhotoPanel } from '#app/features/photo-desk/components/photo-panel.tsx'
import { listPanelPhotos } from '#app/features/photo-desk/store.server.ts'
import { staffAction } from '#app/features/staff/action.server.ts'
import type { StaffHandle } from '#app/features/staff/rules.ts'
import { shopContext } from '#app/http/context.server.ts'
import { notFound } from '#app/http/not-found.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { consoleTitle } from '#app/kit/brand.ts'
import { formatDay } from '#app/kit/date-format.ts'
import { secretToken } from '#app/kit/ids.ts'
import { formatCents } from '#app/kit/money.ts'
import { editCourse, priceCourse, unpriceCourse } from '../flows.server.ts'
import { changedCourseInput, courseFields, priceFields, priceInput } from '../records.ts'
import type { Route } from './+types/course'

export const handle: StaffHandle = { right: 'catalog.write' }

export const meta = () => [{ title: consoleTitle('Course') }]

const pathOf = (slug = '') => `${classesPath}/courses/${slug}`

export async function loader({ context, params }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const { db, now, timeZone } = shop
  const course = await findEditedCourse(db, params.course)
  if (!course)
    throw notFound('No Such Course', {
      text: 'There is no course at this address.',
      link: { to: pathOf(), label: 'Courses' },
    })
  const { slug, name, revision, retiredAt, priceCents, depositCents } = course
  const prices = [{ startsAt: null, priceCents, depositCents }, ...course.prices]
  return {
    photos: await listPanelPhotos(shop, { kind: 'course', key: slug }),
    formKey: secretToken(),
    slug,
    name,
    revision,
    isRetired: retiredAt !== null,
    values: valuesOf(course),
    price: currentPrice(course, now()),
    prices: prices.toReversed().map((price) => ({
      key: price.startsAt?.toISOString() ?? 'first',
      from: price.startsAt ? formatDay(price.startsAt, timeZone) : 'from the beginning',
      words: `${formatCents(price.priceCents)}, deposit ${formatCents(price.depositCents)}`,
      isComing: price.startsAt !== null && price.startsAt > now(),
    })),
  }
}

function valuesOf({ announcedFor, topics, bring, requirements, retiredAt, ...course }: EditedCourse) {
  return {
    name: course.name,
    summary: course.summary,
    hours: String(course.hours),
    minimumAge: String(course.minimumAge),
    liveFireRounds: String(course.liveFireRounds),
    announcedFor: announcedFor ?? '',
    topics: topics.join('\n'),
    bring: bring.join('\n'),
    requirements: requirements.join('\n'),
    isRetired: retiredAt ? 'yes' : '',
  }
}

export async function action(args: Route.ActionArgs) {
  const verb = (await readForm(args.request)).get('do')
  if (verb === 'price') return setPrice(args)
  return verb === 'unprice' ? removePrice(args) : save(args)
}

const save = staffAction({
  right: 'catalog.write',
  input: changedCourseInput,
  run: ({ desk, params, input }) => editCourse(desk, params.course ?? '', input),
  to: pathOf(),
  refusal: ({ why }) => refusalErrors(why),
})

const setPrice = staffAction({
  right: 'catalog.write',
  recent: true,
  input: priceInput,
  run: ({ desk, params, input: { key: formKey, ...price } }) =>
    priceCourse({ ...desk, formKey }, params.course ?? '', price),
  to: ({ params }) => pathOf(params.course),
  refusal: ({ why }) => refusalErrors(why),
})

const removePrice = staffAction({
  right: 'catalog.write',
  recent: true,
  input: z.object({ remove: z.iso.datetime() }),
  run: ({ desk, params, input }) => unpriceCourse(desk, params.course ?? '', new Date(input.remove)),
  to: ({ params }) => pathOf(params.course),
  refusal: ({ why }) => refusalErrors(why),
})

export default function Course({ loaderData, actionData }: Route.ComponentProps) {
  const { slug, name, revision, isRetired, values, price, photos } = loaderData
  const isOfPrices = actionData?.given.do !== undefined
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
          <RecordForm
            fields={courseFields(false)}
            values={values}
            refused={isOfPrices ? undefined : actionData}
            hidden={{ revision }}
            submit="Save course"
          />
        </Section>
        <div>
          <Prices {...loaderData} refused={isOfPrices ? actionData : undefined} />
          <PhotoPanel item={3} subject={{ kind: 'course', key: slug }} photos={photos} here={pathOf(slug)} />
        </div>
      </Columns>
      <p className="con-region">
        <VerbLink look="quiet" to={pathOf()} data-back="">
          All courses
        </VerbLink>
      </p>
    </Sheet>
  )
}

type PricesProps = Pick<Route.ComponentProps['loaderData'], 'prices' | 'formKey'> & {
  refused: Route.ComponentProps['actionData']
}

function Prices({ prices, formKey, refused }: PricesProps) {
  return (
    <Section item={2} title="Prices" note="USD. A seat keeps the price of the day it was booked">
      <ol className="mb-4 grid gap-1">
        {prices.map(({ key, from, words, isComing }) => (
          <li key={key} className="flex flex-wrap items-center gap-x-4">
            <Status kind={isComing ? 'sched' : 'done'}>{words}</Status>
            <span className="text-muted">{from}</span>
            {isComing && (
              <Form method="post">
                <input type="hidden" name="do" value="unprice" />
                <input type="hidden" name="remove" value={key} />
                <Verb small look="quiet" aria-label={`Cancel the price ${from}`}>
                  Cancel
                </Verb>
              </Form>
            )}
          </li>
        ))}
      </ol>
      <RecordForm
        fields={[
          [...priceFields(), { name: 'from', label: 'From', type: 'date', hint: 'Empty: from now on' }],
        ]}
        values={{}}
        refused={refused}
        hidden={{ do: 'price', key: formKey }}
        submit="Set price"
        look="quiet"
      />
    </Section>
  )
}
