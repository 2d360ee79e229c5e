import { shopContext } from '#app/http/context.server.ts'
import { notFound } from '#app/http/not-found.ts'
import { type SharedHandle, sharedPage } from '#app/http/shared-page.ts'
import { DropPage } from '../components/drop-page.tsx'
import { patchPicture } from '../rules.ts'
import { countEarlierDrops, findDrop, listPatches, patchSubjects } from '../store.server.ts'
import { dropNumberWords, dropWords } from '../words.ts'
import '../hero.css'
import '../numbers.css'
import '../case.css'
import '../hold-now.css'
import type { Route } from './+types/detail'
import { pageMeta } from './page-meta.ts'
import { toDropView } from './drop-view.server.ts'

export const handle = { sharedParams: [] } satisfies SharedHandle

export async function loader({ context, params }: Route.LoaderArgs) {
  const { db, now, publicUrl, timeZone } = context.get(shopContext)
  const moment = now()
  const drop = await findDrop(db, params.slug, moment)
  if (!drop) throw notFound(dropWords.notFound.title, dropWords.notFound)
  const [patches, earlier] = await Promise.all([
    listPatches(db, drop.id, moment),
    countEarlierDrops(db, drop.dropNumber),
  ])
  const { sold } = patchSubjects(drop, patches.length)
  return {
    theme: drop.theme,
    drop: toDropView(drop),
    description: drop.description,
    story: drop.story ?? drop.description ?? dropWords.story,
    patches: patches.map(({ dropId: _, imageUrl, ...patch }, index) => ({
      ...patch,
      picture: imageUrl
        ? { src: imageUrl, srcSet: imageUrl }
        : patchPicture(patch.id, sold[index]?.version ?? ''),
    })),
    earlier,
    now: moment,
    timeZone,
    publicUrl,
  }
}

export function headers() {
  return sharedPage
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData)
    return [{ title: `${dropWords.notFound.title} | PACo` }, { name: 'robots', content: 'noindex' }]
  const { drop, description, publicUrl } = loaderData
  return pageMeta({
    title: `${drop.name} | Drop № ${dropNumberWords(drop.dropNumber)} | PACo`,
    description: description ?? drop.tagline ?? `${drop.name}, a numbered run of ${drop.totalUnits} units.`,
    url: `${publicUrl}/drops/${drop.slug}`,
    image: `${publicUrl}/art/drops/${drop.slug}/share.png`,
  })
}

/** A refused hold means that the map is stale. React Router does not revalidate after a 4xx by itself. */
export function shouldRevalidate({
  actionStatus,
  formAction,
  defaultShouldRevalidate,
}: {
  actionStatus?: number
  formAction?: string
  defaultShouldRevalidate: boolean
}) {
  if (formAction?.startsWith('/cart')) return false
  return actionStatus === 409 || defaultShouldRevalidate
}

export default function Detail({ loaderData }: Route.ComponentProps) {
  const { drop, story, patches, earlier, now, timeZone } = loaderData
  // The key resets the chosen number when the drop changes.
  return (
    <DropPage
      key={drop.slug}
      drop={drop}
      story={story}
      patches={patches}
      earlier={earlier}
      now={now}
      timeZone={timeZone}
    />
  )
}
