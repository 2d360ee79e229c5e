// Walks through the console before the fuzz, over the orders of the walk through the shop.
import type { MeasuredShop } from '../bench/lib/shop-process.ts'
import { signInStaff } from '../bench/lib/staff-session.ts'
import type { Answer, Client, Request } from './client.ts'
import { isDesk, patterns } from './routes.ts'
import { openVisitor } from './visitor.ts'
import { lookAround } from './walk.ts'

/** The console has more pages than the site, each with forms of its own. */
const maxPages = 500

/** Opens every page of the console and what those link, as an owner. Gives what was met, and what keeps the owner signed in. */
export async function walkConsole(shop: MeasuredShop, client: Client) {
  const visitor = openVisitor(client, shop.url, 'desk-visitor@example.com')
  const signIn = async () => visitor.take((await signInStaff(shop, 'owner')).cookie)
  await signIn()
  const routes = patterns.filter(isDesk)
  for (const path of routes.filter((pattern) => !pattern.includes(':'))) await visitor.open(`/${path}`)
  await lookAround(visitor, maxPages, isDesk)
  const links = [...visitor.pages].filter((page) => page.includes('?'))
  return {
    material: { visitors: [visitor], links, routes },
    /** Requests sign the owner out, end sessions and members: another owner then takes over. */
    async signInAgain({ headers }: Request, { headers: { location } }: Answer) {
      if (headers.Cookie?.includes('paco-staff=') && /^\/staff\/(?:sign-in|again)/.test(location ?? ''))
        await signIn()
    },
  }
}
