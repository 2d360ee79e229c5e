import { actAs } from '#app/access/act.server.ts'
import { staffAction } from '#app/features/staff/action.server.ts'
import { Form } from 'react-router'
import { z } from 'zod'
import { stateName } from '#app/features/compliance/rules/states.ts'
import { Problem } from '#app/features/console/components/fields.tsx'
import { KeyValues, EmptyList } from '#app/features/console/components/section.tsx'
import { Shape } from '#app/features/console/components/status.tsx'
import { Verb, VerbForm, VerbLink } from '#app/features/console/components/verb.tsx'
import { percent, taxClasses } from '#app/features/delivery/rules.ts'
import { confirmExemption, listAllShippingMethods, listTariff } from '#app/features/delivery/store.server.ts'
import type { StaffHandle } from '#app/features/staff/rules.ts'
import { shopContext } from '#app/http/context.server.ts'
import { formatCalendarDate, formatIsoDay } from '#app/kit/dates.ts'
import { formatCentsExact } from '#app/kit/money.ts'
import { StepSheet } from '../components/step-sheet.tsx'
import { stepPath } from '../rules.ts'
import { showProgress } from '../store.server.ts'
import type { Route } from './+types/charges'

export const handle: StaffHandle = { right: 'rules.write' }

export async function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const [progress, { rates, exemptions }, methods] = await Promise.all([
    showProgress(shop),
    listTariff(shop.db),
    listAllShippingMethods(shop.db, shop.now()),
  ])
  return {
    shown: progress.charges,
    rates: rates.map((rate) => [
      [stateName(rate.state), rate.county].filter(Boolean).join(', '),
      `${percent(rate.rateMillionths)}, ${rate.taxesShipping ? 'shipping taxed' : 'shipping not taxed'}, ${periodOf(rate)}`,
    ]),
    methods: methods
      .filter(({ state }) => state === 'visible')
      .map(({ name, priceCents }) => [name, formatCentsExact(priceCents)]),
    exemptions: exemptions.map(({ state, taxClass, effectiveFrom, effectiveTo, ...exemption }) => ({
      key: `${state} ${taxClass} ${effectiveFrom}`,
      name: exemption.name,
      isConfirmed: exemption.isConfirmed,
      source: exemption.source,
      period: periodOf({ effectiveFrom, effectiveTo }),
    })),
  }
}

/** Says whether an exemption, such as a sales tax holiday, was enacted: only then it counts. */
export const action = staffAction({
  right: 'rules.write',
  recent: true,
  input: z.object({
    exemption: z
      .string()
      .transform((key) => key.split(' '))
      .pipe(z.tuple([z.string().length(2), z.enum(taxClasses), z.iso.date()])),
    ruling: z.enum(['confirm', 'withdraw']),
  }),
  run: ({ desk: { ctx, actor, timeZone }, input: { exemption, ruling } }) => {
    const [state, taxClass, effectiveFrom] = exemption
    const which = { state, taxClass, effectiveFrom }
    const data = { from: effectiveFrom, ruling }
    return actAs(ctx, actor, { verb: 'tax-exemption', subject: `${state} ${taxClass}`, data }, (work) =>
      confirmExemption(work, which, ruling === 'confirm', formatIsoDay(work.now, timeZone)),
    )
  },
  to: stepPath('charges'),
  refusal: () => 'This exemption is not on the list any more.',
})

export default function ChargesStep({ loaderData, actionData }: Route.ComponentProps) {
  const { shown, rates, methods, exemptions } = loaderData
  return (
    <StepSheet step="charges" shown={shown}>
      <Problem>{actionData?.fieldErrors.form}</Problem>
      <Charged
        title="Rates of sales tax"
        rows={rates}
        empty="No rate is entered: no sales tax is collected anywhere."
        edit={['/staff/catalog/tax', 'Change the rates']}
      />
      <Charged
        title="What a parcel costs"
        rows={methods}
        empty="There is no way of shipping: parcels cannot be ordered."
        edit={['/staff/catalog/shipping', 'Change the prices']}
      />
      {exemptions.length > 0 && <h3 className="con-h2 mt-5 mb-3">Exemptions</h3>}
      <ul className="grid max-w-[620px] gap-3">
        {exemptions.map(({ key, name, period, source, isConfirmed }) => (
          <li key={key}>
            <Form method="post" className="flex flex-wrap items-center gap-3" aria-label={name}>
              <input type="hidden" name="exemption" value={key} />
              <Shape kind={isConfirmed ? 'done' : 'review'} />
              <span className="min-w-0 flex-1 wrap-anywhere">
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
      <div className="mt-5">
        <VerbForm to={`${stepPath('charges')}/confirm`} look="primary" busyWords="Saving...">
          All of this is right
        </VerbForm>
      </div>
    </StepSheet>
  )
}

type ChargedProps = { title: string; rows: string[][]; empty: string; edit: [to: string, words: string] }

function Charged({ title, rows, empty, edit: [to, words] }: ChargedProps) {
  return (
    <>
      <h3 className="con-h2 mt-5 mb-3">{title}</h3>
      {rows.length === 0 ? (
        <EmptyList>{empty}</EmptyList>
      ) : (
        <KeyValues rows={rows.map(([name = '', value]) => [name, value] as const)} />
      )}
      <p className="mt-2">
        <VerbLink small to={to}>
          {words}
        </VerbLink>
      </p>
    </>
  )
}

function periodOf({ effectiveFrom, effectiveTo }: { effectiveFrom: string; effectiveTo: string | null }) {
  const from = formatCalendarDate(effectiveFrom)
  return effectiveTo ? `${from} to ${formatCalendarDate(effectiveTo)}` : `since ${from}`
}
