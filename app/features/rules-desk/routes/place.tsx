import { staffAction } from '#app/features/staff/action.server.ts'
import { stateName } from '#app/features/compliance/rules/states.ts'
import { listLocalRules } from '#app/features/compliance/store/local-rules.server.ts'
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
import { PlaceForm } from '../components/place-form.tsx'
import { affectedKey } from '../flows.server.ts'
import { z } from 'zod'
import { decisionInput, placeForm } from '../input.ts'
import { changePlace, listAffectedByPlace } from '../place-flows.server.ts'
import { differencesOf, placeFields, placePath, placesPath } from '../rules.ts'
import { refusalWords, ruleState } from '../words.ts'
import type { Route } from './+types/place'
import { noSuchRule, readProposal, showProposal, showReviews, showVersion } from './shown-rule.server.ts'

export const handle: StaffHandle = { right: 'rules.write' }

export const meta = ({ params }: Route.MetaArgs) => [{ title: consoleTitle(`Place ${params.place}`) }]

const empty = { id: '', state: 'CO', place: '', zips: '', magazineLimit: '' }

export async function loader({ context, params, request }: Route.LoaderArgs) {
  requireRight(context, 'rules.write')
  const shop = context.get(shopContext)
  const isNew = params.place === 'new'
  const stored = isNew ? undefined : (await listLocalRules(shop.db)).find(({ id }) => id === params.place)
  if (!isNew && !stored) throw noSuchRule()
  const proposed = readProposal(request, 'zips', placeForm)
  const changes = proposed?.ok ? differencesOf(stored ?? {}, proposed.value, placeFields) : []
  const affected =
    proposed?.ok && changes.length > 0
      ? await listAffectedByPlace(shop.db, { ...proposed.value, place: proposed.value }, shop.now())
      : []
  const today = formatIsoDay(shop.now(), shop.timeZone)
  const values: Record<string, string> = stored
    ? {
        id: stored.id,
        state: stored.state,
        place: stored.place,
        zips: stored.zips.join(' '),
        firearms: stored.firearms ?? 'none',
        magazines: stored.magazines ?? 'none',
        magazineLimit: stored.magazineLimit === null ? '' : String(stored.magazineLimit),
        sources: stored.sources.join('\n'),
        note: stored.note,
        asOf: today,
      }
    : { ...empty, asOf: today }
  return {
    isNew,
    name: stored?.place ?? 'Add a place',
    state: stored ? stateName(stored.state) : null,
    ...showVersion(stored, shop.now()),
    ...showProposal(proposed, values),
    changes,
    affected,
    affectedKey: affectedKey(affected),
    reviews: stored ? await showReviews(shop, `local ${stored.id}`) : [],
  }
}

export const action = staffAction({
  right: 'rules.write',
  recent: true,
  input: z.intersection(placeForm, decisionInput),
  run: ({ desk, input: { revision: seen, affected, evidence, ...place } }) =>
    changePlace(desk, place, { seen, affected, evidence }),
  to: ({ input }) => placePath(input.id),
  refusal: ({ why }) => refusalWords[why],
})

export default function Place({ loaderData: place, actionData, params }: Route.ComponentProps) {
  const path = placePath(params.place)
  const status = ruleState(place)
  const errors = { ...place.errors, ...actionData?.fieldErrors }
  return (
    <Sheet
      title="Rule of a place"
      heading={place.name}
      head={place.state && <span className="text-muted">{place.state}</span>}
      state={<Status kind={status.kind}>{status.words}</Status>}
      next={
        place.changes.length > 0
          ? `${place.affected.length} open orders change their verdict`
          : place.staleOn
            ? `Turns stale on ${place.staleOn}`
            : 'Write it, then see what changes'
      }
      cells={[
        { label: 'Version', value: place.version },
        { label: 'Checked', value: place.asOf ?? 'not yet' },
      ]}
      action={
        <VerbLink to={placesPath} data-back="">
          Places and ages
        </VerbLink>
      }
    >
      <Columns columns="minmax(0,1fr) minmax(0,1fr)">
        <Section item={1} title="The rule" note={place.asOf ? `version ${place.version}` : undefined}>
          <PlaceForm
            key={place.version}
            action={path}
            isNew={place.isNew}
            values={place.values}
            errors={errors}
          />
          {!place.isNew && (
            <p className="mt-4">
              <VerbLink look="quiet" to={`${path}/removal`}>
                Delete this rule
              </VerbLink>
            </p>
          )}
        </Section>
        <Decision
          {...place}
          path={path}
          errors={errors}
          evidence={typedIn(actionData?.given ?? {}, 'evidence')}
          after="Open orders of its state are judged again. Buyers whose order waits for a review are mailed."
        />
      </Columns>
    </Sheet>
  )
}
