import { staffAction } from '#app/features/staff/action.server.ts'
import { ageClasses } from '#app/features/compliance/rules/ages.ts'
import { listPurchaseAges } from '#app/features/compliance/store/ages.server.ts'
import { countOpenCheckouts } from '#app/features/orders/store/order-list.server.ts'
import { requireRight } from '#app/features/staff/access.server.ts'
import type { StaffHandle } from '#app/features/staff/rules.ts'
import { shopContext } from '#app/http/context.server.ts'
import { typedIn } from '#app/http/submitted-fields.ts'
import { consoleTitle } from '#app/kit/brand.ts'
import { formatIsoDay } from '#app/kit/date-format.ts'
import { Columns, Section } from '../../console/components/section.tsx'
import { Sheet } from '../../console/components/sheet.tsx'
import { Status } from '../../console/components/status.tsx'
import { VerbLink } from '../../console/components/verb.tsx'
import { Decision } from '../components/decision.tsx'
import { AgeForm } from '../components/place-form.tsx'
import { z } from 'zod'
import { ageForm, decisionInput } from '../input.ts'
import { changeAge } from '../place-flows.server.ts'
import { ageFields, agePath, differencesOf, placesPath, readAgeKey, rulesPath } from '../rules.ts'
import { ageWhere, ageWords, refusalWords, ruleState } from '../words.ts'
import type { Route } from './+types/age'
import { noSuchRule, readProposal, showProposal, showReviews, showVersion } from './shown-rule.server.ts'

export const handle: StaffHandle = { right: 'rules.write' }

export const meta = ({ params }: Route.MetaArgs) => [{ title: consoleTitle(`Age ${params.age}`) }]

export async function loader({ context, params, request }: Route.LoaderArgs) {
  requireRight(context, 'rules.write')
  const shop = context.get(shopContext)
  const isNew = params.age === 'new'
  const proposed = readProposal(request, 'years', ageForm)
  const key = readAgeKey(params.age)
  // A new age may turn out to be known: then it is that one which changes.
  const wanted = isNew ? (proposed?.ok ? proposed.value : undefined) : key
  const stored = (await listPurchaseAges(shop.db)).find(
    ({ ageClass, state }) => ageClass === wanted?.ageClass && state === wanted.state,
  )
  if (!isNew && !stored) throw noSuchRule()
  const changes = proposed?.ok ? differencesOf(stored ?? {}, proposed.value, ageFields) : []
  const today = formatIsoDay(shop.now(), shop.timeZone)
  const values: Record<string, string> = stored
    ? {
        ageClass: stored.ageClass,
        state: stored.state,
        years: String(stored.years),
        sources: stored.sources.join('\n'),
        note: stored.note,
        asOf: today,
      }
    : { ageClass: ageClasses[0], state: 'FL', years: '21', asOf: today }
  return {
    isNew,
    name: stored
      ? `${ageWords[stored.ageClass]}, ${ageWhere(stored.state).toLowerCase()}`
      : 'Add an age to buy',
    ...showVersion(stored, shop.now()),
    ...showProposal(proposed, values),
    changes,
    checkouts: proposed?.ok ? await countOpenCheckouts(shop.db, proposed.value) : 0,
    affected: [],
    affectedKey: '',
    reviews: stored ? await showReviews(shop, `age ${stored.ageClass} ${stored.state}`) : [],
  }
}

export const action = staffAction({
  right: 'rules.write',
  recent: true,
  input: z.intersection(ageForm, decisionInput),
  run: ({ desk, input: { revision: seen, affected: _, evidence, ...age } }) =>
    changeAge(desk, age, { seen, evidence }),
  to: ({ input }) => agePath(input),
  refusal: ({ why }) => refusalWords[why],
})

export default function Age({ loaderData: age, actionData, params }: Route.ComponentProps) {
  const path = `${rulesPath}/ages/${params.age}`
  const status = ruleState(age)
  const errors = { ...age.errors, ...actionData?.fieldErrors }
  return (
    <Sheet
      title="Age to buy"
      heading={age.name}
      state={<Status kind={status.kind}>{status.words}</Status>}
      next={age.staleOn ? `Turns stale on ${age.staleOn}` : 'Write it, then see what changes'}
      cells={[
        { label: 'Version', value: age.version },
        { label: 'Checked', value: age.asOf ?? 'not yet' },
      ]}
      action={
        <VerbLink to={placesPath} data-back="">
          Places and ages
        </VerbLink>
      }
    >
      <Columns columns="minmax(0,1fr) minmax(0,1fr)">
        <Section item={1} title="The rule" note={age.asOf ? `version ${age.version}` : undefined}>
          <AgeForm key={age.version} action={path} isNew={age.isNew} values={age.values} errors={errors} />
        </Section>
        <Decision
          {...age}
          path={path}
          errors={errors}
          evidence={typedIn(actionData?.given ?? {}, 'evidence')}
          affectedWords={
            <p>
              {age.checkouts === 1 ? '1 open checkout reads' : `${age.checkouts} open checkouts read`} the new
              attestation before anything is charged.{' '}
              <span className="text-muted">Paid orders keep the one that their buyer gave.</span>
            </p>
          }
          after="Buyers confirm this age from now on."
        />
      </Columns>
    </Sheet>
  )
}
