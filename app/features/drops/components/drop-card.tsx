import { artFrames } from '#app/art/art-frames.ts'
import { countOf } from '#app/kit/count.ts'
import { formatCents } from '#app/kit/money.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { followDrop } from '../rules/following.ts'
import type { DropView } from '../routes/drop-view.server.ts'
import { categoryWords, dropNumberWords } from '../words.ts'
import { StatusBadge } from './drop-hero.tsx'

type Props = {
  drop: DropView
  /** Visible when the page opens: load its picture eagerly. */
  isEarly?: boolean
}

/** A drop in the vault. Its status is followed unless it is archived. */
export function DropCard({ drop, isEarly = false }: Props) {
  const { status, paused } = drop.live
  const isLive = status === 'live'
  const to = `/drops/${drop.slug}`
  return (
    <Card
      level={2}
      theme={drop.theme}
      picture={
        <>
          <img
            src={drop.art.card}
            alt=""
            width={artFrames.card.width}
            height={artFrames.card.height}
            loading={isEarly ? 'eager' : 'lazy'}
          />
          <StatusBadge status={status} short />
          {status !== 'archived' && <i hidden {...followDrop(drop.slug, { status, paused })} />}
        </>
      }
      number={
        // Over artwork a number needs a ground, as the badge has.
        <span className="rounded-control bg-page/80 px-2">#{dropNumberWords(drop.dropNumber)}</span>
      }
      title={drop.name}
      footer={
        <>
          <p className="grid gap-1.5">
            <span className="price">
              <small className="font-text text-sm leading-none tracking-normal text-muted">From</small>{' '}
              {formatCents(drop.basePrice)}
            </span>
            <span className="text-sm text-faint">
              {countOf(drop.totalUnits, 'unit')} · {categoryWords[drop.category]}
            </span>
          </p>
          <ButtonLink to={to} size="sm" variant={isLive ? 'primary' : 'secondary'}>
            {isLive ? 'Join Drop' : 'View Details'}
            <span className="sr-only">: {drop.name}</span>
          </ButtonLink>
        </>
      }
    >
      {drop.tagline && <p className="text-sm text-muted">{drop.tagline}</p>}
    </Card>
  )
}
