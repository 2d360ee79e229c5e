import { data, redirect } from 'react-router'
import { stateName } from '#app/features/compliance/rules/states.ts'
import { listLocalRules } from '#app/features/compliance/store/local-rules.server.ts'
import { requireRecentSignIn, requireRight } from '#app/features/staff/access.server.ts'
import { actorOf, type StaffHandle } from '#app/features/staff/rules.ts'
import { shopContext } from '#app/http/context.server.ts'
import { parseForm } from '#app/http/form.ts'
import { readForm } from '#app/http/read-form.server.ts'
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

export async function action({ context, params, request }: Route.ActionArgs) {
  await requireRecentSignIn(context, request)
  const shop = context.get(shopContext)
  const actor = actorOf(requireRight(context, 'rules.write'))
  const form = await readForm(request)
  const decision = parseForm(decisionInput, form)
  const { given } = decision
  if (!decision.ok) return data({ refusal: null, errors: decision.fieldErrors, given }, 422)
  const { revision, affected, evidence } = decision.value
  const desk = { ctx: shop, actor, timeZone: shop.timeZone }
  const done = await dropPlace(desk, params.place, { seen: revision, affected, evidence })
  if (done.ok) return redirect(placesPath, 303)
  return data({ refusal: refusalWords[done.why], errors: {}, given }, 409)
}

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
        refusal={actionData?.refusal}
        errors={actionData?.errors ?? {}}
        evidence={typedIn(actionData?.given ?? {}, 'evidence')}
        after={`The row of ${place.state} decides there again. Its versions stay readable, and open orders are judged again.`}
        button="Delete it"
        look="stop"
      />
    </Sheet>
  )
}
