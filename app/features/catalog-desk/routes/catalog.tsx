import { Section } from '#app/features/console/components/section.tsx'
import { Sheet } from '#app/features/console/components/sheet.tsx'
import type { StaffHandle } from '#app/features/staff/rules.ts'
import { shopContext } from '#app/http/context.server.ts'
import { formatCount } from '#app/kit/text.ts'
import { kindGroups } from '../rules/kinds.ts'
import { countItems } from '../items.server.ts'
import type { Route } from './+types/catalog'

export const handle: StaffHandle = { right: 'catalog.write', title: 'Catalog' }

export const loader = ({ context }: Route.LoaderArgs) => countItems(context.get(shopContext).db)

export default function Catalog({ loaderData: kinds }: Route.ComponentProps) {
  return (
    <Sheet cells={[{ label: 'Items', value: kinds.reduce((sum, { all }) => sum + all, 0) }]}>
      {Object.entries(kindGroups).map(([title, within], at) => (
        <Section key={title} item={at + 1} title={title}>
          <ul className="grid gap-x-6 sm:grid-cols-2 xl:grid-cols-3">
            {Object.entries(within).map(([kind, plan]) => {
              const count = kinds.find((one) => one.kind === kind)
              return (
                <li
                  key={kind}
                  data-row=""
                  className="flex min-h-11 items-center justify-between gap-4 border-t border-hairline"
                >
                  <a className="con-link" href={`/staff/catalog/${kind}`} data-open="">
                    {plan.title}
                  </a>
                  <span className="text-muted">{count && countWords(count)}</span>
                </li>
              )
            })}
          </ul>
        </Section>
      ))}
    </Sheet>
  )
}

function countWords({ all, visible }: { all: number; visible: number }): string {
  if (all === 0) return 'none yet'
  return all === visible ? formatCount(all) : `${formatCount(visible)} of ${formatCount(all)} visible`
}
