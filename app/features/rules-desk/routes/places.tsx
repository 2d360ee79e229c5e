import { Link } from 'react-router'
import { isStaleRule } from '#app/features/compliance/rules.ts'
import { listLocalRules } from '#app/features/compliance/store/local-rules.server.ts'
import { listPurchaseAges } from '#app/features/compliance/store/ages.server.ts'
import { requireRight } from '#app/features/staff/access.server.ts'
import { actorName, type StaffHandle } from '#app/features/staff/rules.ts'
import { shopContext } from '#app/http/context.server.ts'
import { typedIn } from '#app/http/submitted-fields.ts'
import { consoleTitle } from '#app/kit/brand.ts'
import { formatCalendarDate } from '#app/kit/calendar-date.ts'
import { after, day } from '#app/kit/clock.ts'
import { DenseTable } from '../../console/components/dense-table.tsx'
import { EmptyList } from '../../console/components/list-states.tsx'
import { Section } from '../../console/components/section.tsx'
import { Sheet } from '../../console/components/sheet.tsx'
import { Status } from '../../console/components/status.tsx'
import { VerbLink } from '../../console/components/verb.tsx'
import { ConfirmForm, confirmForm } from '../components/confirm-form.tsx'
import { RulesViews } from '../components/rules-views.tsx'
import { agePath, placePath, placesPath, rulesPath, warnAheadDays } from '../rules.ts'
import { findLatestReviews } from '../store.server.ts'
import { ageWhere, ageWords, ruleStatusWords } from '../words.ts'
import type { Route } from './+types/places'
import { confirmSelected } from './confirm-selected.server.ts'

export const handle: StaffHandle = { right: 'rules.write' }

export const meta = () => [{ title: consoleTitle('Places and ages') }]

export async function loader({ context }: Route.LoaderArgs) {
  requireRight(context, 'rules.write')
  const { db, now: clock } = context.get(shopContext)
  const now = clock()
  const [places, ages, reviews] = await Promise.all([
    listLocalRules(db),
    listPurchaseAges(db),
    findLatestReviews(db),
  ])
  const soon = after(now, warnAheadDays * day)
  const reviewerOf = (name: string) => {
    const review = reviews.get(name)
    return review && actorName(review.reviewer)
  }
  const checked = (rule: { asOf: string }, name: string) => ({
    age: isStaleRule(rule, now)
      ? ('over' as const)
      : isStaleRule(rule, soon)
        ? ('soon' as const)
        : ('done' as const),
    checked: [formatCalendarDate(rule.asOf), reviewerOf(name)].filter(Boolean).join(', '),
  })
  return {
    places: places.map((rule) => ({
      id: `local ${rule.id} ${rule.version}`,
      to: placePath(rule.id),
      place: rule.place,
      state: rule.state,
      zips: rule.zips.join(', '),
      firearms: ruleStatusWords(rule.firearms),
      magazines: ruleStatusWords(rule.magazines),
      rounds: rule.magazineLimit,
      ...checked(rule, `local ${rule.id}`),
    })),
    ages: ages.map((rule) => ({
      id: `age ${rule.ageClass} ${rule.state} ${rule.version}`,
      to: agePath(rule),
      what: ageWords[rule.ageClass],
      where: ageWhere(rule.state),
      years: rule.years,
      ...checked(rule, `age ${rule.ageClass} ${rule.state}`),
    })),
  }
}

export const action = confirmSelected(placesPath)

export default function Places({ loaderData: { places, ages }, actionData }: Route.ComponentProps) {
  const due = [...places, ...ages].filter(({ age }) => age !== 'done').length
  return (
    <Sheet
      title="Places and ages"
      heading="Places and ages"
      head={<RulesViews current="places" />}
      state={<Status kind={due > 0 ? 'soon' : 'done'}>{due > 0 ? `${due} to read` : 'Read'}</Status>}
      cells={[
        { label: 'Places', value: places.length },
        { label: 'Ages', value: ages.length },
      ]}
      action={
        <VerbLink to={`${placesPath}/new`} look="primary" shortcut="N">
          Add place
        </VerbLink>
      }
    >
      <Section item={1} title="Places" note="stricter than their state, by ZIP code">
        {places.length === 0 ? (
          <EmptyList>No city or county has a rule of its own. The row of its state decides alone.</EmptyList>
        ) : (
          <PlaceTable places={places} />
        )}
      </Section>
      <Section
        item={2}
        title="Ages to buy"
        note={
          <Link className="con-link" to={`${rulesPath}/ages/new`}>
            Add age
          </Link>
        }
      >
        {ages.length === 0 ? (
          <EmptyList>No age is stated. Everything is sold from 21.</EmptyList>
        ) : (
          <AgeTable ages={ages} />
        )}
      </Section>
      {places.length + ages.length > 0 && (
        <ConfirmForm
          item={3}
          words={['Confirm the selected rules', 'Confirm these rules']}
          errors={actionData?.fieldErrors ?? {}}
          evidence={typedIn(actionData?.given ?? {}, 'evidence')}
        />
      )}
    </Sheet>
  )
}

const checkedColumn = { key: 'checked', label: 'Checked', width: 200 }

type Shown = Route.ComponentProps['loaderData']

function PlaceTable({ places }: Pick<Shown, 'places'>) {
  return (
    <DenseTable
      caption="Rules of places"
      selectIn={confirmForm}
      selectLabel={(id) => `Select ${places.find((each) => each.id === id)?.place}`}
      columns={[
        { key: 'place', label: 'Place' },
        { key: 'state', label: 'State', width: 64, kind: 'code' },
        { key: 'zips', label: 'ZIP codes from', width: 170, kind: 'code' },
        { key: 'firearms', label: 'Firearms', width: 120 },
        { key: 'magazines', label: 'Magazines', width: 120 },
        { key: 'rounds', label: 'Rounds', width: 76, kind: 'number' },
        checkedColumn,
      ]}
      rows={places.map((place) => ({
        id: place.id,
        cells: [
          <Link key="place" to={place.to} data-open="">
            {place.place}
          </Link>,
          place.state,
          <span key="zips" className="con-clip" title={place.zips}>
            {place.zips}
          </span>,
          place.firearms,
          place.magazines,
          place.rounds ?? '–',
          <Status key="checked" kind={place.age} quiet>
            {place.checked}
          </Status>,
        ],
      }))}
    />
  )
}

function AgeTable({ ages }: Pick<Shown, 'ages'>) {
  return (
    <DenseTable
      caption="Ages to buy"
      selectIn={confirmForm}
      selectLabel={(id) => `Select ${id.replace(/^age /, '').replace(/ \d+$/, '')}`}
      columns={[
        { key: 'what', label: 'What' },
        { key: 'where', label: 'Where', width: 200 },
        { key: 'years', label: 'From age', width: 84, kind: 'number' },
        checkedColumn,
      ]}
      rows={ages.map((age) => ({
        id: age.id,
        cells: [
          <Link key="what" to={age.to} data-open="">
            {age.what}
          </Link>,
          age.where,
          age.years,
          <Status key="checked" kind={age.age} quiet>
            {age.checked}
          </Status>,
        ],
      }))}
    />
  )
}
