import { shopContext } from '#app/http/context.server.ts'
import { pageHead, sharePath } from '#app/http/page-head.ts'
import { type SharedHandle, sharedPage } from '#app/http/shared-page.ts'
import { brand } from '#app/kit/brand.ts'
import '../home.css'
import { HomePage } from '../components/home-page.tsx'
import { findPageText } from '../store.server.ts'
import type { Route } from './+types/home'
import { showHome } from './home-page.server.ts'

export const handle = { sharedParams: [] } satisfies SharedHandle

export function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  return showHome(shop, findPageText(shop.db, 'home'))
}

export function headers() {
  return sharedPage
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return []
  const { publicUrl, home, description } = loaderData
  const featured = home.current ?? home.next
  return pageHead({
    title: `${brand} | Numbered drops and custom short-barreled rifles`,
    description,
    path: '/',
    publicUrl,
    picture: featured ? `/art/drops/${featured.slug}/share.jpg` : sharePath('home'),
  })
}

export default function Home({ loaderData }: Route.ComponentProps) {
  return <HomePage {...loaderData} />
}
