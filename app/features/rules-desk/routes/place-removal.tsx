import { staffAction } from '#app/features/staff/action.server.ts'
import { stateName } from '#app/features/compliance/rules/states.ts'
import { listLocalRules } from '#app/features/compliance/store/local-rules.server.ts'
import { requireRight } from '#app/features/staff/access.server.ts'
import type { StaffHandle } from '#app/features/staff/rules.ts'
import { shopContext } from '#app/http/context.server.ts'
import { typedIn } from '#app/http/submitted-fields.ts'
import { consoleTitle } from '#app/kit/brand.ts'
import { Sheet } from '../../console/components/sheet.tsx'
import { Status } from '../../console/components/status.tsx'
import { VerbLink } from '../../console/components/verb.tsx'
import { Decision } from '../components/decision.tsx'
import { affectedKey } from '../flows.server.ts'
import { decisionInput } from '../input.ts'
import { dropPlace, listAffectedByPlace } from '../place-flows.server.ts'
import { differencesOf, placeFields, placePath, placesPath } from '../rules.ts'
import { refusalWords } from '../words.ts'
import type { Route } from './+types/place-removal'
import { showReviews, noSuchRule } from './shown-rule.server.ts'

export const handle: StaffHandle = { right: 'rules.write' }

export const meta = ({ params }: Route.MetaArgs) => [{ title: consoleTitle(`Delete ${params.place}`) }]

export async function loader({ context, params }: Route.LoaderArgs) {
  requireRight(context, 'rules.write')
  const shop = context.get(shopContext)
  const stored = (await listLocalRules(shop.db)).find(({ id }) => id === params.place)
  if (!stored) throw noSuchRule()
  const affected = await listAffectedByPlace(shop.db, { id: stored.id, state: stored.state }, shop.now())
  return {
    name: stored.place,
    state: stateName(stored.state),
    version: stored.version,
    values: {} as Record<string, string>,
    isProposed: true,
    changes: differencesOf(stored, {}, placeFields),
    affected,
    affectedKey: affectedKey(affected),
    reviews: await showReviews(shop, `local ${stored.id}`),
  }
}

export const action = staffAction({
  right: 'rules.write',
  recent: true,
  input: decisionInput,
  run: ({ desk, params, input: { revision: seen, affected, evidence } }) =>
    dropPlace(desk, params.place ?? '', { seen, affected, evidence }),
  to: placesPath,
  refusal: ({ why }) => refusalWords[why],
})

export default function PlaceRemoval({ loaderData: place, actionData, params }: Route.ComponentProps) {
  return (
    <Sheet
      title="Rule of a place"
      heading={`Delete the rule of ${place.name}`}
      state={<Status kind="wait">Proposed</Status>}
      next={`${place.affected.length} open orders change their verdict`}
      action={
        <VerbLink to={placePath(params.place)} data-back="">
          Keep it
        </VerbLink>
      }
    >
      <Decision
        {...place}
        path={`${placePath(params.place)}/removal`}
        errors={actionData?.fieldErrors ?? {}}
        evidence={typedIn(actionData?.given ?? {}, 'evidence')}
        after={`The row of ${place.state} decides there again. Its versions stay readable, and open orders are judged again.`}
        button="Delete it"
        look="stop"
      />
    </Sheet>
  )
}
