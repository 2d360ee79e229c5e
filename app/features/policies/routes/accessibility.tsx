import { shopContext } from '#app/http/context.server.ts'
import { pageHead } from '#app/http/page-head.ts'
import { type SharedHandle, sharedPage } from '#app/http/shared-page.ts'
import { PolicyPage } from '../components/policy-page.tsx'
import { accessibility } from '../data/accessibility.ts'
import '../policy.css'
import type { Route } from './+types/accessibility'
import { findPolicy } from './policy.server.ts'

export const handle = { sharedParams: [] } satisfies SharedHandle

export const headers = () => sharedPage

export async function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  return { publicUrl: shop.publicUrl, policy: await findPolicy(accessibility, shop) }
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return []
  const { publicUrl, policy } = loaderData
  return pageHead({ ...policy, path: '/accessibility', publicUrl })
}

export default function Accessibility({ loaderData: { policy } }: Route.ComponentProps) {
  return <PolicyPage policy={policy} />
}
