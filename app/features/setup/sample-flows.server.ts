import { actAs } from '#app/access/act.server.ts'
import { changeOf } from '#app/access/difference.ts'
import { factsTopic } from '#app/facts/facts.ts'
import { refuse } from '#app/kit/refusal.ts'
import type { SetupContext } from './flows.server.ts'
import { countGoing } from './rules.ts'
import { noteStep, type SampleCatalog, type SampleRemoval } from './store.server.ts'
import { storeResult } from './trial-flows.server.ts'
import { removalWords } from './words.ts'

export async function addSample({ ctx, actor, timeZone }: SetupContext, sample: SampleCatalog) {
  const loaded = await sample.load(ctx.db, ctx.now(), timeZone)
  ctx.announce([factsTopic])
  const detail =
    loaded === 'loaded' ? 'The sample catalog was added.' : 'The shop has drops already: nothing was added.'
  return storeResult({ ctx, actor, timeZone }, 'sample', { state: 'done', detail })
}

/**
 * Takes the sample catalog out again, but for what was sold of it, changed or is needed. Refused where less or more would go
 * than the person has `seen`. The audit log says what there was of each kind before and after, and what stays.
 */
export async function removeSample(
  { ctx, actor, timeZone }: SetupContext,
  sample: SampleCatalog,
  seen: number,
) {
  const clock = { now: ctx.now(), timeZone }
  if (countGoing(await sample.preview(ctx.db, clock)) !== seen) return refuse('changed')
  const removal = await sample.remove(ctx.db, clock)
  const stays = removal.flatMap((kind) => kind.stays)
  const detail = removalWords(countGoing(removal), stays.length)
  const counts = (of: (kind: SampleRemoval[number]) => number) =>
    Object.fromEntries(removal.map((kind) => [kind.title, of(kind)]))
  const data = {
    ...changeOf(
      counts((kind) => kind.goes + kind.stays.length),
      counts((kind) => kind.stays.length),
    ),
    stays: stays.map(({ name, why }) => `${name} (${why})`).slice(0, 100),
  }
  return actAs(ctx, actor, { verb: 'sample removal', subject: 'sample', data }, async (work) => {
    work.announce(factsTopic)
    await noteStep(work, 'sample', { state: 'done', by: actor, detail })
    return { ok: true as const }
  })
}
