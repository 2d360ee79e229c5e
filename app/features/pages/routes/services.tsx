import { shopContext } from '#app/http/context.server.ts'
import { pageHead, sharePath } from '#app/http/page-head.ts'
import { type SharedHandle, sharedPage } from '#app/http/shared-page.ts'
import '../drafts.css'
import { ServicesPage } from '../components/services-page.tsx'
import { findPageText } from '../store.server.ts'
import type { Route } from './+types/services'
import { showServices } from './page-texts.server.ts'

const page = { title: 'Services', path: '/services' }

export const handle = { sharedParams: [] } satisfies SharedHandle

/** The words come with the loader data, so that the bundle does not contain them a second time. */
export async function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  return showServices(shop, await findPageText(shop.db, 'services'))
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

export default function Services({ loaderData }: Route.ComponentProps) {
  return <ServicesPage {...loaderData} />
}
