import { shopContext } from '#app/http/context.server.ts'
import { pageHead } from '#app/http/page-head.ts'
import { type SharedHandle, sharedPage } from '#app/http/shared-page.ts'
import { stages } from '#app/features/orders/rules.ts'
import { isFormFiled } from '#app/features/orders/rules/refund-clock.ts'
import { stageWords } from '#app/features/orders/words/stages.ts'
import { PolicyPage } from '../components/policy-page.tsx'
import { RefundTimeline, type RefundStage } from '../components/refund-timeline.tsx'
import { refunds } from '../data/refunds.ts'
import '../policy.css'
import type { Route } from './+types/refunds'
import { findPolicy } from './policy.server.ts'

export const handle = { sharedParams: [] } satisfies SharedHandle

export const headers = () => sharedPage

export async function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  return {
    publicUrl: shop.publicUrl,
    policy: await findPolicy(refunds, shop),
    stages: stages.map(refundStage),
  }
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return []
  const { publicUrl, policy } = loaderData
  return pageHead({ ...policy, path: '/refunds', publicUrl })
}

export default function Refunds({ loaderData: { policy, stages } }: Route.ComponentProps) {
  return <PolicyPage policy={policy} drawing={<RefundTimeline stages={stages} />} />
}

/** Asked of the rule itself. */
function refundStage(stage: (typeof stages)[number]): RefundStage {
  const isOwn = !isFormFiled(stage)
  const by = isOwn ? 'You, instantly' : stage === 'picked_up' ? 'Over' : 'Ask us'
  return { stage, label: stageWords[stage].label, by, isOwn }
}
