import { formatCents } from '#app/kit/money.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { buyerPageWords as words } from '../words.ts'

type Props = {
  builds: readonly {
    id: string
    buildCode: string
    totalCents: number
    on: string
    isReserved: boolean
  }[]
}

/** The builds that a buyer submitted, newest first. */
export function BuyerBuilds({ builds }: Props) {
  return (
    <section className="grid gap-4" aria-labelledby="mine-builds">
      <h2 className="h2" id="mine-builds">
        {words.builds}
      </h2>
      <ul className="border-t border-hairline">
        {builds.map(({ id, buildCode, totalCents, on, isReserved }) => (
          <li
            key={id}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-b border-hairline py-4"
          >
            <span className="grid gap-1">
              <span className="numeral text-lg">{buildCode}</span>
              <span className="text-sm text-muted">
                Submitted {on}, {formatCents(totalCents)},{' '}
                {isReserved ? 'slot reserved' : 'slot not reserved'}
              </span>
            </span>
            <span className="flex flex-wrap gap-2">
              <ButtonLink to={`/builds/${buildCode}`} size="sm">
                {words.build}
                <span className="sr-only"> {buildCode}</span>
              </ButtonLink>
              {!isReserved && (
                <ButtonLink to={`/build/submitted/${id}`} size="sm">
                  Reserve a slot<span className="sr-only"> for {buildCode}</span>
                </ButtonLink>
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
