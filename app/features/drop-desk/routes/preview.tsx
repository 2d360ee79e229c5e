import { PreviewBar } from '#app/features/console/components/preview-bar.tsx'
import { DropPage } from '#app/features/drops/components/drop-page.tsx'
import { parsePreviewDay, previewDays } from '#app/features/drops/rules/plan.ts'
import { findPlan, plannedDrop } from '#app/features/drops/store/plans.server.ts'
import { type DropPageView, readDropPage } from '#app/features/drops/routes/drop-view.server.ts'
import type { StaffHandle } from '#app/features/staff/rules.ts'
import { shopContext } from '#app/http/context.server.ts'
import { consoleTitle } from '#app/kit/brand.ts'
import { dayWords } from '../rules.ts'
import { noSuchDrop } from '../shown-plan.server.ts'
import type { Route } from './+types/preview'

export const handle: StaffHandle = { right: 'drops.write' }

export const meta = () => [{ title: consoleTitle('Preview') }]

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const { db, now, timeZone } = shop
  const found = await findPlan(db, params.slug, { now: now(), timeZone })
  if (!found) throw noSuchDrop(params.slug)
  const day = parsePreviewDay(new URL(request.url).searchParams.get('day'))
  const page = await readDropPage(shop, plannedDrop(found.plan, day, timeZone), found.drop)
  return {
    ...page,
    drop: withOwnArt(page.drop, day),
    receiver: {
      ...page.receiver,
      base: `/staff/drops/${page.drop.slug}/art`,
      version: `${page.receiver.version}&day=${day}`,
    },
    slug: params.slug,
    day,
    isPublished: found.drop !== undefined,
  }
}

type View = DropPageView['drop']

function withOwnArt(view: View, day: string): View {
  const own = (address: string) =>
    address
      .replaceAll(`/art/drops/${view.slug}/`, `/staff/drops/${view.slug}/art/`)
      .replaceAll('?v=', `?day=${day}&v=`)
  const { art, patch } = view
  return {
    ...view,
    art: Object.fromEntries(Object.entries(art).map(([name, at]) => [name, own(at)])) as View['art'],
    patch: { src: own(patch.src), srcSet: own(patch.srcSet) },
  }
}

export default function Preview({ loaderData }: Route.ComponentProps) {
  const { slug, day, isPublished, ...page } = loaderData
  return (
    <>
      <PreviewBar
        words={
          isPublished
            ? 'of the saved plan. Nothing can be pressed here.'
            : 'of a draft. Only staff see it, and nothing can be pressed.'
        }
        back={{ to: `/staff/drops/${slug}`, label: 'Back to its sheet' }}
      >
        <nav aria-label="Days">
          {previewDays.map((each) => (
            <a
              key={each}
              className="link"
              href={`/staff/drops/${slug}/preview?day=${each}`}
              aria-current={each === day ? 'page' : undefined}
            >
              {dayWords[each]}
            </a>
          ))}
        </nav>
      </PreviewBar>
      {/* What can be pressed here would hold real numbers: a preview is looked at. */}
      <div inert>
        <DropPage key={day} {...page} isPreview />
      </div>
    </>
  )
}
