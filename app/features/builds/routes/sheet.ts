import { shopContext } from '#app/http/context.server.ts'
import { type SharedHandle, sharedPage } from '#app/http/shared-page.ts'
import { normalizeCode } from '#app/kit/typed-text.ts'
import { readCatalog } from '../store.server.ts'
import { findSavedBuild } from '../store/saved-builds.server.ts'
import { savedWords } from '../words.ts'
import type { Route } from './+types/sheet'
import { writeSpecSheet } from './sheet-document.server.ts'
import { toBuildView } from './build-view.server.ts'

export const handle = { sharedParams: [] } satisfies SharedHandle

/** The printable spec sheet of a saved build. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { db, now, publicUrl } = context.get(shopContext)
  const saved = await findSavedBuild(db, normalizeCode(params.code))
  if (!saved) return new Response(savedWords.notFound.text, { status: 404 })
  const file = await writeSpecSheet(toBuildView(saved, await readCatalog(db, now())), publicUrl)
  return new Response(new Uint8Array(file), {
    headers: {
      'Content-Type': 'application/pdf',
      'Content-Disposition': `inline; filename="paco-build-${saved.code}.pdf"`,
      'Cache-Control': 'private, max-age=300',
      ...sharedPage,
    },
  })
}
