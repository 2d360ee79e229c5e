import { z } from 'zod'
import { shopContext } from '#app/http/context.server.ts'
import { imageNotFound } from '#app/http/image-headers.server.ts'
import { findPatchSubject } from '../store.server.ts'
import type { Route } from './+types/patch-art'
import { patchImageResponse } from './art-responses.server.ts'

/** The picture of one patch. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const id = z.uuid().safeParse(params.id)
  const patch = id.success ? await findPatchSubject(shop.db, id.data) : undefined
  return (patch && (await patchImageResponse(request, shop, params.file, patch))) ?? imageNotFound()
}
