import { shopContext } from '#app/http/context.server.ts'
import { isNotModified } from '#app/http/json-response.server.ts'
import { findGuide, writeProcessGuide } from './process-document.server.ts'
import type { Route } from './+types/process-pdf'

/** The printable process guide with the claims in force. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const { words, cited } = await findGuide(shop)
  const { name, write } = writeProcessGuide(words, cited, shop.publicUrl)
  const etag = `"${name}"`
  const headers = {
    ETag: etag,
    'Content-Type': 'application/pdf',
    'Content-Disposition': 'inline; filename="paco-process-guide.pdf"',
    'Cache-Control': 'public, max-age=300',
  }
  if (isNotModified(request.headers.get('If-None-Match'), etag))
    return new Response(null, { status: 304, headers })
  const file = await shop.artwork.file(`${name}.pdf`, write)
  return new Response(new Uint8Array(file), { headers })
}
