import { shopContext } from '#app/http/context.server.ts'
import { pageHead, sharePath } from '#app/http/page-head.ts'
import { type SharedHandle, sharedPage } from '#app/http/shared-page.ts'
import '../wordmark-plate.css'
import '../drafts.css'
import { AboutPage } from '../components/about-page.tsx'
import { findPageText } from '../store.server.ts'
import type { Route } from './+types/about'
import { showAbout } from './page-texts.server.ts'

const page = { title: 'About', path: '/about' }

export const handle = { sharedParams: [] } satisfies SharedHandle

export async function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  return showAbout(shop, await findPageText(shop.db, 'about'))
}

export function headers() {
  return sharedPage
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return []
  return pageHead({
    ...page,
    publicUrl: loaderData.publicUrl,
    picture: sharePath('home'),
    description: loaderData.description,
  })
}

export default function About({ loaderData }: Route.ComponentProps) {
  return <AboutPage {...loaderData} />
}
