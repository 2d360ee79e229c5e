import { ButtonLink } from '#app/ui/button.tsx'
import { formatCentsExact } from '#app/kit/money.ts'
import { Photo } from '../../photos/components/photo.tsx'
import type { ShownPhoto } from '../../photos/rules.ts'
import type { LinePage } from '../sellable.ts'
import type { OfferedRow } from '../words/offered.ts'
import { LineItem } from './line-item.tsx'
import { OfferedFacts } from './offered-facts.tsx'

export type ShownLine = {
  position: number
  title: string
  detail: string
  quantity: number
  /** The line total in cents, without tax. */
  amountCents: number
  isDeposit: boolean
  /** Its refund clock in words; empty before payment. */
  clock: string
  isReturned: boolean
  offered: readonly OfferedRow[]
  photo: ShownPhoto | null
  page: LinePage | null
}

export function OrderLines({ lines }: { lines: readonly ShownLine[] }) {
  return (
    <section className="grid min-w-0 gap-3" aria-labelledby="items">
      <h2 className="h3" id="items">
        {lines.length === 1 ? 'Your item' : 'Your items'}
      </h2>
      <ul className="border-t border-hairline">
        {lines.map(({ position, amountCents, clock, page, offered, photo, ...line }) => (
          <LineItem
            key={position}
            {...line}
            amount={formatCentsExact(amountCents)}
            picture={
              photo && (
                <Photo photo={photo} sizes="128px" className="aspect-[4/3] rounded-plate" isDecorative />
              )
            }
          >
            <OfferedFacts rows={offered} />
            {clock && <p className="col-span-full text-sm text-faint">{clock}</p>}
            {page && !line.isReturned && (
              <ButtonLink to={page.to} size="sm" className="col-span-full mt-1.5 justify-self-start">
                {page.label}
              </ButtonLink>
            )}
          </LineItem>
        ))}
      </ul>
    </section>
  )
}
