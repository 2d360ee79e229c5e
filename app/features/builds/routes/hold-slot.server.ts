import type { LoaderFunctionArgs } from 'react-router'
import type { Db } from '#app/db/db.server.ts'
import { transact } from '#app/db/work.server.ts'
import { holdHeaders, identifyHolder } from '#app/features/checkout/access.server.ts'
import { startOrder } from '#app/features/checkout/store.server.ts'
import { holdLimitWords } from '#app/features/checkout/words.ts'
import { sellablesContext } from '#app/features/orders/store.server.ts'
import { shopContext } from '#app/http/context.server.ts'
import { packWithBuild } from '../../trust/rules.ts'
import { grantWithBuild, isPackTaken } from '../../trust/store/grants.server.ts'
import { listTrustPackages } from '../../trust/store/packages.server.ts'
import type { BuildSubmission } from '../store/submissions.server.ts'
import { submissionRefusalWords } from '../words/submission.ts'

type RouteArgs = Pick<LoaderFunctionArgs, 'context' | 'request'>

/** Holds the slot of a submitted build, with its trust pack, for checkout; or says in words why not. */
export async function holdSlot({ context, request }: RouteArgs, submission: BuildSubmission, key: string) {
  const shop = context.get(shopContext)
  const slot = { kind: 'build_slot' as const, ref: { submission: submission.id } }
  const pack = { kind: 'trust_pack' as const, ref: { package: 'with-build', submission: submission.id } }
  const known = identifyHolder({ context, request })
  const started = await transact(shop, async (work) => {
    const withPack = submission.hasTrustPack && (await mayHavePack(work.tx, submission.id, work.now))
    if (withPack) await grantWithBuild(work, submission.id)
    return startOrder(work, context.get(sellablesContext), {
      key,
      lines: withPack ? [slot, pack] : [slot],
      holder: known?.holder,
    })
  })
  if (started.ok)
    return {
      ok: true as const,
      to: `/checkout/${started.orderId}`,
      headers: holdHeaders(shop, started, known),
    }
  const words: Record<string, string> = submissionRefusalWords
  const refusal = words[started.why] ?? holdLimitWords(started)?.text ?? submissionRefusalWords.try_again
  return { ok: false as const, refusal }
}

/** One pack for each build, while the bundle is offered. */
async function mayHavePack(db: Db, submission: string, now: Date): Promise<boolean> {
  const bundle = packWithBuild(await listTrustPackages(db, now))
  return bundle !== undefined && !(await isPackTaken(db, submission))
}
