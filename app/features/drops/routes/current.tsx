import { ownColorStyle } from '#app/art/art-theme.ts'
import { shopContext } from '#app/http/context.server.ts'
import { type SharedHandle, sharedPage } from '#app/http/shared-page.ts'
import { brand, siteTitle } from '#app/kit/brand.ts'
import { CurrentDrop } from '../components/current-drop.tsx'
import { NoDrop } from '../components/no-drop.tsx'
import { ownColorsOf } from '../rules/art-lines.ts'
import { countDrops, findCurrentDrop, findLastArchived } from '../store.server.ts'
import { dropWords } from '../words.ts'
import '../hero.css'
import type { Route } from './+types/current'
import { pageMeta } from './page-meta.ts'
import { toDropView } from './drop-view.server.ts'

export const handle = { sharedParams: [] } satisfies SharedHandle

export async function loader({ context }: Route.LoaderArgs) {
  const { db, now, publicUrl } = context.get(shopContext)
  const moment = now()
  const [drop, closed, dropCount] = await Promise.all([
    findCurrentDrop(db, moment),
    findLastArchived(db, moment),
    countDrops(db),
  ])
  return {
    theme: drop?.theme ?? 'noir',
    ownColors: drop && ownColorStyle(ownColorsOf(drop)),
    drop: drop && toDropView(drop),
    explore: {
      dropCount,
      closedArt: closed && toDropView(closed).art.card,
    },
    now: moment,
    publicUrl,
  }
}

export function headers() {
  return sharedPage
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return [{ title: `${brand} Drops` }]
  const { drop, publicUrl } = loaderData
  return pageMeta({
    title: siteTitle(drop ? `${drop.name}, the current drop` : `${brand} Drops`),
    description: drop ? (drop.tagline ?? `${drop.name}, a numbered run.`) : dropWords.noneActive.text,
    url: `${publicUrl}/drops`,
    ...(drop && { image: `${publicUrl}/art/drops/${drop.slug}/share.jpg` }),
  })
}

export default function Current({ loaderData: { drop, explore, now } }: Route.ComponentProps) {
  return drop ? <CurrentDrop drop={drop} explore={explore} now={now} /> : <NoDrop />
}
