import { accessoryArt } from '#app/features/accessories/store.server.ts'
import { buildArt } from './features/builds/routes/art.server.ts'
import { unitArt } from './features/certificates/unit-art.server.ts'
import { dropArt, patchArt } from './features/drops/routes/drop-art-responses.server.ts'
import { homeArt } from './features/pages/routes/hero-light.server.ts'
import { pageArtFile } from './features/pages/routes/page-drawings.server.ts'
import { shareArt } from './features/pages/routes/share-picture.server.ts'
import { artResponse, type FindArt } from './http/art.server.ts'
import { shopContext } from './http/context.server.ts'
import type { Route } from './+types/art-files'

const families: Readonly<Record<string, FindArt>> = {
  accessories: accessoryArt,
  builds: buildArt,
  drops: dropArt,
  home: homeArt,
  pages: pageArtFile,
  patches: patchArt,
  share: shareArt,
  vault: unitArt,
}

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const [family = '', ...path] = (params['*'] ?? '').split('/')
  const find = Object.hasOwn(families, family) ? families[family] : undefined
  return artResponse(request, await find?.(context.get(shopContext), path, new URL(request.url)))
}
