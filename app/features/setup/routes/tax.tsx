import { Form, redirect } from 'react-router'
import { z } from 'zod'
import { states, stateName } from '#app/features/compliance/rules/states.ts'
import { DenseTable } from '#app/features/console/components/dense-table.tsx'
import { CheckField, deskFieldsOf, SelectField, TextField } from '#app/features/console/components/fields.tsx'
import { EmptyList } from '#app/features/console/components/list-states.tsx'
import { Shape } from '#app/features/console/components/shape.tsx'
import { Verb } from '#app/features/console/components/verb.tsx'
import { percent, taxClasses } from '#app/features/delivery/rules.ts'
import { countiesOf } from '#app/features/delivery/rules/places.ts'
import { listTariff } from '#app/features/delivery/store.server.ts'
import { requireRecentSignIn } from '#app/features/staff/access.server.ts'
import type { StaffHandle } from '#app/features/staff/rules.ts'
import { parseForm } from '#app/http/form.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { formError } from '#app/http/refused.ts'
import { consoleTitle } from '#app/kit/brand.ts'
import { formatCalendarDate } from '#app/kit/calendar-date.ts'
import { formatIsoDay } from '#app/kit/date-format.ts'
import { StepSheet } from '../components/step-sheet.tsx'
import { confirmStep, ruleOnExemption, saveTaxRate } from '../flows.server.ts'
import { taxInput } from '../input.ts'
import { stepPath } from '../rules.ts'
import type { Route } from './+types/tax'
import { pathAfter, setupOf, showProgress } from './shown-setup.server.ts'

export const handle: StaffHandle = { right: 'rules.write' }

export const meta = () => [{ title: consoleTitle('Sales tax') }]

export async function loader({ context, request }: Route.LoaderArgs) {
  const { shop } = setupOf(context)
  const [progress, tariff] = await Promise.all([showProgress(shop), listTariff(shop.db)])
  const revision = Math.max(0, ...tariff.rates.map(({ id }) => id))
  const newest = tariff.rates.find(({ id }) => id === revision)
  return {
    shown: progress.tax,
    home: shop.facts().state,
    revision,
    saved: newest && new URL(request.url).searchParams.has('saved') ? placeOf(newest) : undefined,
    today: formatIsoDay(shop.now(), shop.timeZone),
    exemptions: tariff.exemptions.map(
      ({ state, taxClass, effectiveFrom, effectiveTo, name, isConfirmed, source }) => ({
        key: `${state} ${taxClass} ${effectiveFrom}`,
        name,
        isConfirmed,
        source,
        period: periodOf({ effectiveFrom, effectiveTo }),
      }),
    ),
    rates: tariff.rates.map((rate) => ({
      id: String(rate.id),
      place: placeOf(rate),
      rate: percent(rate.rateMillionths),
      parcels: rate.taxesShipping ? 'Taxed' : 'Not taxed',
      period: periodOf(rate),
      checked: formatCalendarDate(rate.asOf),
      source: rate.source,
    })),
  }
}

export async function action({ context, request }: Route.ActionArgs) {
  await requireRecentSignIn(context, request)
  const setup = setupOf(context)
  const form = await readForm(request)
  const ruling = exemptionInput.safeParse(Object.fromEntries(form))
  if (ruling.success) {
    const [state, taxClass, effectiveFrom] = ruling.data.exemption
    const ruled = await ruleOnExemption(
      setup,
      { state, taxClass, effectiveFrom },
      ruling.data.ruling === 'confirm',
    )
    return ruled.ok
      ? redirect(stepPath('tax'), 303)
      : formError(409, { form: ['This exemption is not on the list any more.'] }, {})
  }
  const isLast = form.get('after') === 'next'
  if (isLast && rateFields.every((name) => form.get(name) === '')) {
    await confirmStep(setup, 'tax')
    return redirect(await pathAfter(setup.shop, 'tax'), 303)
  }
  const parsed = parseForm(taxInput, form)
  if (!parsed.ok) return formError(422, parsed.fieldErrors, parsed.given)
  const { revision, state, county, percent: rateMillionths, from, source, taxesShipping } = parsed.value
  if (county !== '' && !countiesOf(state).includes(county)) {
    const known =
      countiesOf(state).length > 0
        ? 'Write the county as the tax office does.'
        : 'No counties are known for this state.'
    return formError(422, { county: [known] }, parsed.given)
  }
  const rate = {
    state,
    county: county || null,
    rateMillionths,
    capCents: null,
    taxesShipping: taxesShipping === 'yes',
    effectiveFrom: from,
    effectiveTo: null,
    source,
  }
  const done = await saveTaxRate(setup, rate, revision)
  if (!done.ok) {
    const since = done.since.map((each) => `${placeOf(each)} is ${percent(each.rateMillionths)}`).join('; ')
    const words = `Somebody else changed the rates in the meantime: ${since}. Add yours again if it is still right.`
    return formError(409, { form: [words] }, parsed.given)
  }
  return redirect(isLast ? await pathAfter(setup.shop, 'tax') : `${stepPath('tax')}?saved`, 303)
}

const rateFields = ['county', 'percent', 'source'] as const

export default function TaxStep({
  loaderData: { shown, rates, exemptions, home, today, revision, saved },
  actionData: failed,
}: Route.ComponentProps) {
  const field = deskFieldsOf(failed?.given ?? {}, failed?.fieldErrors ?? {})
  return (
    <StepSheet step="tax" shown={shown}>
      {rates.length === 0 ? (
        <EmptyList>No rate is entered: no sales tax is collected anywhere.</EmptyList>
      ) : (
        <DenseTable
          caption="Rates of sales tax"
          columns={[
            { key: 'place', label: 'Where' },
            { key: 'rate', label: 'Rate', width: 90, kind: 'number' },
            { key: 'parcels', label: 'Shipping', width: 110 },
            { key: 'period', label: 'Period', width: 240 },
            { key: 'checked', label: 'Checked', width: 130 },
          ]}
          rows={rates.map(({ id, place, rate, parcels, period, checked }) => ({
            id,
            cells: [place, rate, parcels, period, checked],
          }))}
          cards={rates.map(({ id, place, rate, period }) => (
            <li key={id}>
              <Shape kind="done" />
              <b className="font-medium">{place}</b>
              <span className="con-number">{rate}</span>
              <span className="con-cards-second">{period}</span>
            </li>
          ))}
        />
      )}
      <h3 className="con-h2 mt-5 mb-3">Add a rate</h3>
      <Form method="post" className="grid max-w-[620px] gap-4" aria-label="Add a rate" noValidate>
        <input type="hidden" name="revision" value={revision} />
        {failed?.fieldErrors.form && (
          <p className="con-error" role="alert">
            {failed.fieldErrors.form.join(' ')}
          </p>
        )}
        <SelectField
          label="State"
          {...field('state', home)}
          options={states.map(({ code, name }) => [code, name] as const)}
        />
        <TextField
          label="County"
          {...field('county')}
          hint="Empty for the state’s own rate. A county’s rate is added to it."
        />
        <TextField label="Rate in percent" {...field('percent')} inputMode="decimal" />
        <TextField label="Holds from" {...field('from', today)} type="date" />
        <TextField label="Source" {...field('source')} hint="Where the rate is published." />
        <CheckField label="Shipping is taxed too" name="taxesShipping" value="yes" />
        <span className="flex flex-wrap items-center gap-4">
          <Verb look="primary" name="after" value="next" busyWords="Saving...">
            Save and continue
          </Verb>
          <Verb name="after" value="stay">
            Add rate
          </Verb>
          {saved && !failed && <span role="status">{`${saved}: saved.`}</span>}
        </span>
      </Form>
      {exemptions.length > 0 && <h3 className="con-h2 mt-5 mb-3">Exemptions</h3>}
      <ul className="grid max-w-[620px] gap-3">
        {exemptions.map(({ key, name, period, source, isConfirmed }) => (
          <li key={key}>
            <Form method="post" className="flex flex-wrap items-center gap-3" aria-label={name}>
              <input type="hidden" name="exemption" value={key} />
              <Shape kind={isConfirmed ? 'done' : 'review'} />
              <span className="grow">
                <b className="font-medium">{name}</b>, {period}.{' '}
                {isConfirmed ? 'It counts.' : 'Not confirmed: it does not count.'} Source: {source}
              </span>
              <Verb small name="ruling" value={isConfirmed ? 'withdraw' : 'confirm'} busyWords="Saving...">
                {isConfirmed ? 'Withdraw' : 'It was enacted: confirm'}
              </Verb>
            </Form>
          </li>
        ))}
      </ul>
    </StepSheet>
  )
}

const exemptionInput = z.object({
  exemption: z
    .string()
    .transform((key) => key.split(' '))
    .pipe(z.tuple([z.string().length(2), z.enum(taxClasses), z.iso.date()])),
  ruling: z.enum(['confirm', 'withdraw']),
})

function periodOf({ effectiveFrom, effectiveTo }: { effectiveFrom: string; effectiveTo: string | null }) {
  const from = formatCalendarDate(effectiveFrom)
  return effectiveTo ? `${from} to ${formatCalendarDate(effectiveTo)}` : `since ${from}`
}

function placeOf({ state, county }: { state: string; county: string | null }): string {
  return [stateName(state), county].filter(Boolean).join(', ')
}
