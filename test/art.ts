import { loader } from '#app/art-files.ts'
import type { Shop } from '#app/http/context.server.ts'
import { visit } from './visit.ts'

/** Asks for a picture below `/art/`. */
export function askArt(shop: Shop, path: string, headers: Record<string, string> = {}): Promise<Response> {
  const [name = ''] = path.split('?')
  return loader(visit(shop, { path: `/art/${path}`, params: { '*': name }, headers }))
}
