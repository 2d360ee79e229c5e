import { VerbForm, VerbLink } from '#app/features/console/components/verb.tsx'
import { countDealers } from '#app/features/dealers/store/search.server.ts'
import type { StaffHandle } from '#app/features/staff/rules.ts'
import { shopContext } from '#app/http/context.server.ts'
import { countOf } from '#app/kit/text.ts'
import { formatDay } from '#app/kit/dates.ts'
import { StepSheet } from '../components/step-sheet.tsx'
import { stepPath } from '../rules.ts'
import { showProgress } from '../store.server.ts'
import type { Route } from './+types/dealers'

export const handle: StaffHandle = { right: 'rules.write' }

export async function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const [progress, { listed, latestAt }] = await Promise.all([showProgress(shop), countDealers(shop.db)])
  return { shown: progress.dealers, listed, since: latestAt ? formatDay(latestAt, shop.timeZone) : '' }
}

export default function DealersStep({ loaderData: { shown, listed, since } }: Route.ComponentProps) {
  return (
    <StepSheet step="dealers" shown={shown}>
      <p className="mb-4">
        {listed > 0
          ? `${countOf(listed, 'dealer is', 'dealers are')} listed since ${since}.`
          : 'No list is imported: no dealer can be found, and no firearm can leave.'}
      </p>
      <div className="flex flex-wrap gap-3">
        <VerbLink to="/staff/dealers/import" look={listed > 0 ? 'quiet' : 'primary'}>
          Import the list
        </VerbLink>
        {listed > 0 && (
          <VerbForm to={`${stepPath('dealers')}/confirm`} look="primary">
            Use this list
          </VerbForm>
        )}
      </div>
    </StepSheet>
  )
}
