import { shopContext } from '#app/http/context.server.ts'
import { type SharedHandle, sharedPage } from '#app/http/shared-page.ts'
import { brand, siteTitle } from '#app/kit/brand.ts'
import { figureThroughTime } from '../../claims/rules.ts'
import { findClaims, listClaimHistory } from '../../claims/store.server.ts'
import { DropDetails } from '../components/drop-details.tsx'
import { earlyOffer } from '../rules.ts'
import { findCurrentDrop, listPatches } from '../store.server.ts'
import type { Route } from './+types/details'
import { pageMeta } from './page-meta.ts'
import { toDropView } from './drop-view.server.ts'

const claimKeys = ['tax.sbr', 'review.form4', 'filing.forms', 'age.sbr', 'wait.florida'] as const

export const handle = { sharedParams: [] } satisfies SharedHandle

export async function loader({ context }: Route.LoaderArgs) {
  const { db, now, publicUrl, timeZone } = context.get(shopContext)
  const moment = now()
  const [drop, claims, taxHistory] = await Promise.all([
    findCurrentDrop(db, moment),
    findClaims(db, claimKeys, moment, timeZone),
    listClaimHistory(db, ['tax.sbr']),
  ])
  const patches = drop ? await listPatches(db, drop.id, moment) : []
  return {
    drop: drop && { ...toDropView(drop), early: earlyOffer(patches, drop.status) },
    claims,
    tax: figureThroughTime(taxHistory),
    timeZone,
    publicUrl,
  }
}

export function headers() {
  return sharedPage
}

export function meta({ loaderData }: Route.MetaArgs) {
  return pageMeta({
    title: siteTitle(`Drop Details, how a ${brand} drop works`),
    description:
      'How a numbered drop works: numbers, patches with early access, the ten-minute hold, the refundable deposit, the transfer through your dealer, and refunds.',
    url: `${loaderData?.publicUrl ?? ''}/drops/details`,
  })
}

export default function Details({ loaderData: { drop, claims, tax, timeZone } }: Route.ComponentProps) {
  return <DropDetails drop={drop} claims={claims} tax={tax} timeZone={timeZone} />
}
