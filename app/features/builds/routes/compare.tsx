import { shopContext } from '#app/http/context.server.ts'
import { siteTitle } from '#app/kit/brand.ts'
import { ComparePage } from '../components/compare-page.tsx'
import { parseCodes } from '../rules/build-address.ts'
import { readCatalog } from '../store.server.ts'
import { findSavedBuilds } from '../store/saved-builds.server.ts'
import { compareWords } from '../words.ts'
import type { Route } from './+types/compare'
import { toBuildView } from './build-view.server.ts'

/** Two or three saved builds side by side: `?builds=CODE1,CODE2`. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { db, now } = context.get(shopContext)
  const codes = parseCodes(new URL(request.url).search)
  const [saved, catalog] = await Promise.all([findSavedBuilds(db, codes), readCatalog(db, now())])
  return {
    codes,
    unknown: codes.filter((code) => !saved.some((build) => build.code === code)),
    builds: saved.map((build) => toBuildView(build, catalog)),
  }
}

export const meta = () => [
  { title: siteTitle(compareWords.title) },
  { name: 'description', content: compareWords.lead },
  { name: 'robots', content: 'noindex' },
]

export default function Compare({ loaderData }: Route.ComponentProps) {
  return <ComparePage {...loaderData} />
}
