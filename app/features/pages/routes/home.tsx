import { shopContext } from '#app/http/context.server.ts'
import { findCurrentDrop } from '../../drops/store.server.ts'
import type { Route } from './+types/home'

/** The drop landing page. */
export async function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const drop = await findCurrentDrop(shop.db, shop.now())
  return { title: drop?.name ?? 'No Active Drops' }
}

export function meta() {
  return [{ title: 'PACo | Numbered drops and custom short-barreled rifles' }]
}

export default function Home({ loaderData: { title } }: Route.ComponentProps) {
  return (
    <section className="sec wrap">
      <h1 className="h1">{title}</h1>
    </section>
  )
}
