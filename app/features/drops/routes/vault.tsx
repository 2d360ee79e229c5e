import { Suspense } from 'react'
import { Await } from 'react-router'
import { shopContext } from '#app/http/context.server.ts'
import { type SharedHandle, sharedPage } from '#app/http/shared-page.ts'
import { SkeletonCards } from '#app/ui/skeleton.tsx'
import { VaultArchive } from '../components/vault-archive.tsx'
import { nextTransition } from '../rules.ts'
import { listDrops } from '../store.server.ts'
import type { Route } from './+types/vault'
import { pageMeta } from './page-meta.ts'
import { toDropView } from './drop-view.server.ts'

export const handle = { sharedParams: ['q', 'category', 'status'] } satisfies SharedHandle

export async function loader({ context }: Route.LoaderArgs) {
  const { db, now, publicUrl } = context.get(shopContext)
  const moment = now()
  const drops = await listDrops(db, moment)
  const transitions = drops.flatMap(
    (drop) => nextTransition({ ...drop, remaining: drop.counts.remaining }, moment) ?? [],
  )
  return {
    vault: {
      drops: drops.map(toDropView),
      /** When the next status changes by the clock. */
      nextChangeAt: transitions.toSorted((a, b) => a.getTime() - b.getTime())[0] ?? null,
      now: moment,
    },
    publicUrl,
  }
}

/** On client navigation the vault shows its skeleton at once, while its drops load. */
export function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  const loading = serverLoader()
  return { vault: loading.then(({ vault }) => vault), publicUrl: window.location.origin }
}

/** Filtering works on loaded data; only the address changes. */
export function shouldRevalidate({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: {
  currentUrl: URL
  nextUrl: URL
  defaultShouldRevalidate: boolean
}) {
  const isFiltering = currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search
  return !isFiltering && defaultShouldRevalidate
}

export function headers() {
  return sharedPage
}

export function meta({ loaderData }: Route.MetaArgs) {
  return pageMeta({
    title: 'PACo Vault, every drop | PACo',
    description:
      'The archive of every numbered PACo drop: live, coming, sold out and closed, with its drawing, its units and its starting price.',
    url: `${loaderData?.publicUrl ?? ''}/drops/vault`,
  })
}

export default function Vault({ loaderData: { vault } }: Route.ComponentProps) {
  return (
    <section className="section border-t-0" aria-labelledby="vault">
      <div className="wrap">
        <div className="section-head">
          <h1 className="h1" id="vault">
            PACo Vault
          </h1>
          <p>
            Every drop there is: one drawing each, one line per unit. A closed run keeps the drawing it ended
            with.
          </p>
        </div>
        {vault instanceof Promise ? (
          <Suspense fallback={<SkeletonCards count={6} label="Loading the vault" />}>
            <Await resolve={vault}>{(loaded) => <VaultArchive {...loaded} />}</Await>
          </Suspense>
        ) : (
          <VaultArchive {...vault} />
        )}
      </div>
    </section>
  )
}
