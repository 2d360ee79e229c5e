import { shopContext } from '#app/http/context.server.ts'
import { pageHead, sharePath } from '#app/http/page-head.ts'
import { type SharedHandle, sharedPage } from '#app/http/shared-page.ts'
import '../process.css'
import '../drafts.css'
import { ProcessGuidePage } from '../components/process-guide-page.tsx'
import { findPageText } from '../store.server.ts'
import type { Route } from './+types/process-guide'
import { showGuide } from './page-texts.server.ts'

const page = { title: 'Process Guide', path: '/process-guide' }

/** The words come with the loader data, so that the bundle does not contain them a second time. */
export const handle = { sharedParams: [] } satisfies SharedHandle

export async function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  return showGuide(shop, await findPageText(shop.db, 'process-guide'))
}

export function headers() {
  return sharedPage
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return []
  return pageHead({
    ...page,
    publicUrl: loaderData.publicUrl,
    picture: sharePath('process'),
    description: loaderData.description,
  })
}

export default function ProcessGuide({ loaderData }: Route.ComponentProps) {
  return <ProcessGuidePage {...loaderData} />
}
