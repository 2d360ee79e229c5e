import { artFrames } from '#app/art/art-frames.ts'
import { formatCents } from '#app/kit/money.ts'
import { useLive } from '#app/live/use-live.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { type DropLiveState, dropTopic } from '../rules.ts'
import type { DropView } from '../routes/drop-view.server.ts'
import { categoryWords, dropNumberWords } from '../words.ts'
import { StatusBadge } from './drop-hero.tsx'

type Props = {
  drop: DropView
  /** In sight when the page opens: its picture must not wait. */
  isEarly?: boolean
}

/** A drop in the vault. One that can still change follows the shop. */
export function DropCard({ drop, isEarly = false }: Props) {
  const card = { drop, isEarly }
  return drop.live.status === 'archived' ? <CardView {...card} status="archived" /> : <LiveCard {...card} />
}

function LiveCard(card: Required<Props>) {
  const { status } = useLive<DropLiveState>(dropTopic(card.drop.slug), card.drop.live)
  return <CardView {...card} status={status} />
}

function CardView({ drop, isEarly, status }: Required<Props> & Pick<DropLiveState, 'status'>) {
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
        </>
      }
      number={`#${dropNumberWords(drop.dropNumber)}`}
      title={drop.name}
      footer={
        <>
          <p className="card-facts">
            <span className="price">
              <small>From</small> {formatCents(drop.basePrice)}
            </span>
            <span className="cap">
              {drop.totalUnits} units · {categoryWords[drop.category]}
            </span>
          </p>
          <ButtonLink to={to} size="sm" variant={isLive ? 'primary' : 'secondary'}>
            {isLive ? 'Join Drop' : 'View Details'}
            <span className="vh">: {drop.name}</span>
          </ButtonLink>
        </>
      }
    >
      {drop.tagline && <p className="small">{drop.tagline}</p>}
    </Card>
  )
}
