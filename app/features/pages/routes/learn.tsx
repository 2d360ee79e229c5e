import { shopContext } from '#app/http/context.server.ts'
import { pageHead, sharePath } from '#app/http/page-head.ts'
import { type SharedHandle, sharedPage } from '#app/http/shared-page.ts'
import '../drafts.css'
import '../questions.css'
import { LearnPage } from '../components/learn-page.tsx'
import { findPageText } from '../store.server.ts'
import type { Route } from './+types/learn'
import { showLearn } from './page-texts.server.ts'

const page = { title: 'Learn', path: '/learn' }

/** The words come with the loader data, so that the bundle does not contain them a second time. */
export const handle = { sharedParams: [] } satisfies SharedHandle

export async function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  return showLearn(shop, await findPageText(shop.db, 'learn'))
}

export function headers() {
  return sharedPage
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return []
  return pageHead({
    ...page,
    title: loaderData.title,
    publicUrl: loaderData.publicUrl,
    picture: sharePath('learn'),
    description: loaderData.description,
  })
}

export default function Learn({ loaderData }: Route.ComponentProps) {
  return <LearnPage {...loaderData} />
}
