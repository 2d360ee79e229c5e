import { shopContext } from '#app/http/context.server.ts'
import { pageHead } from '#app/http/page-head.ts'
import { sharedPage } from '#app/http/shared-page.ts'
import { PolicyPage } from '../components/policy-page.tsx'
import { terms } from '../data/terms.ts'
import '../policies.css'
import { policyVersion } from '../rules.ts'
import type { Route } from './+types/terms'
import { findFacts } from './facts.server.ts'

export const headers = () => sharedPage

export async function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  return { publicUrl: shop.publicUrl, facts: await findFacts(shop) }
}

export function meta({ loaderData }: Route.MetaArgs) {
  const { title, description } = terms
  return pageHead({ title, description, path: '/terms', publicUrl: loaderData?.publicUrl ?? '' })
}

export default function Terms({ loaderData: { facts } }: Route.ComponentProps) {
  return <PolicyPage policy={terms} version={policyVersion} facts={facts} />
}
