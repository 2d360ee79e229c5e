import { shopContext } from '#app/http/context.server.ts'
import { type SharePicture, sharePictures } from '#app/http/page-head.ts'
import { imageNotFound } from '#app/http/image-headers.server.ts'
import type { Route } from './+types/share-art'
import { drawSharePicture } from './share-picture.server.ts'

/** The share image of a page, 1200 x 630. Other sites cache it for weeks, so it shows nothing that changes. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const [, name = ''] = /^([a-z-]+)\.png$/.exec(params.file) ?? []
  if (!isSharePicture(name)) return imageNotFound()
  const { artwork } = context.get(shopContext)
  const image = await artwork.image(drawSharePicture(name), { width: 1200, format: 'png' })
  return new Response(new Uint8Array(image), {
    headers: { 'Content-Type': 'image/png', 'Cache-Control': 'public, max-age=86400' },
  })
}

function isSharePicture(name: string): name is SharePicture {
  return sharePictures.some((picture) => picture === name)
}
