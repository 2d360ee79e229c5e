import { findPublished } from '#app/features/texts/store.server.ts'
import { shopContext } from '#app/http/context.server.ts'
import { pageHead, sharePath } from '#app/http/page-head.ts'
import { type SharedHandle, sharedPage } from '#app/http/shared-page.ts'
import '../questions.css'
import { FaqPage } from '../components/faq-page.tsx'
import { faqDocument, toGroups } from '../rules/faq.ts'
import { findCited } from '../store.server.ts'
import type { Route } from './+types/faq'

const page = { title: 'FAQ', path: '/faq' }

/** The texts come with the loader data, so that the bundle does not contain them a second time. */
export const handle = { sharedParams: [] } satisfies SharedHandle

export async function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const published = await findPublished(shop.db, 'faq')
  const { title, lead, description, ...body } = published?.content ?? faqDocument
  const groups = toGroups(body)
  const cited = await findCited(
    shop,
    groups.flatMap(({ questions }) => questions.flatMap(({ answer }) => answer)),
  )
  return { publicUrl: shop.publicUrl, title, lead, description, cited, groups }
}

export function headers() {
  return sharedPage
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return []
  return pageHead({
    ...page,
    title: 'Frequently asked questions',
    publicUrl: loaderData.publicUrl,
    picture: sharePath('learn'),
    description: loaderData.description,
  })
}

export default function Faq({ loaderData }: Route.ComponentProps) {
  return <FaqPage {...loaderData} />
}
