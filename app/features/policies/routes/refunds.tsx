import { shopContext } from '#app/http/context.server.ts'
import { pageHead } from '#app/http/page-head.ts'
import { sharedPage } from '#app/http/shared-page.ts'
import { refundPolicyVersion } from '../../orders/rules.ts'
import { PolicyPage } from '../components/policy-page.tsx'
import { RefundLine } from '../components/refund-line.tsx'
import { refunds } from '../data/refunds.ts'
import '../policies.css'

import type { Route } from './+types/refunds'
import { findFacts } from './facts.server.ts'

export const headers = () => sharedPage

export async function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  return { publicUrl: shop.publicUrl, facts: await findFacts(shop) }
}

export function meta({ loaderData }: Route.MetaArgs) {
  const { title, description } = refunds
  return pageHead({ title, description, path: '/refunds', publicUrl: loaderData?.publicUrl ?? '' })
}

export default function Refunds({ loaderData: { facts } }: Route.ComponentProps) {
  return <PolicyPage policy={refunds} version={refundPolicyVersion} facts={facts} drawing={<RefundLine />} />
}
