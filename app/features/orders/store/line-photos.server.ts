import type { ShownPhoto } from '#app/features/photos/rules.ts'
import { listCovers, type PhotoContext } from '#app/features/photos/store.server.ts'
import { storedGood } from '../rules/stored-good.ts'
import type { orderLines } from '../tables.ts'
import type { Sellables } from './lines.server.ts'

type Line = Pick<typeof orderLines.$inferSelect, 'position' | 'kind' | 'ref'>

export async function findLinePhotos(
  ctx: PhotoContext,
  sellables: Sellables,
  lines: readonly Line[],
): Promise<Map<number, ShownPhoto>> {
  const subjects = lines.flatMap((line) => {
    const { sellable, ref } = storedGood(sellables, line) ?? {}
    const subject = sellable?.photoOf?.(ref)
    return subject ? [{ position: line.position, ...subject }] : []
  })
  const byKind = Map.groupBy(subjects, ({ kind }) => kind)
  const found = await Promise.all(
    [...byKind].map(async ([kind, its]) => {
      const covers = await listCovers(
        ctx,
        kind,
        its.map(({ key }) => key),
      )
      return its.flatMap(({ position, key }) => {
        const cover = covers[key]
        return cover ? [[position, cover] as const] : []
      })
    }),
  )
  return new Map(found.flat())
}
