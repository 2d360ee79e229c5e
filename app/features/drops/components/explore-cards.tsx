import type { ReactNode } from 'react'
import { artFrames } from '#app/art/art-frames.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import type { DropView } from '../routes/drop-view.server.ts'

/** What the vault card shows. */
export type ExploreInfo = {
  /** How many drops there are. */
  dropCount: number
  /** The drawing of the last archived drop. */
  closedArt: string | undefined
}

type Props = { drop: DropView; facts: ReactNode; explore: ExploreInfo }

/** Three cards to explore: the drop's page, the vault, and the builder. */
export function ExploreCards({ drop, facts, explore: { dropCount, closedArt } }: Props) {
  return (
    <section className="section" aria-label="Explore">
      <div className="wrap cards cards-3">
        <Card
          level={2}
          picture={<Drawing src={drop.art.card} />}
          title="Current Drop"
          footer={<ButtonLink to={`/drops/${drop.slug}`}>View Details</ButtonLink>}
        >
          <p className="text-sm text-muted">
            {drop.name}. {facts}
          </p>
        </Card>
        <Card
          level={2}
          picture={closedArt && <Drawing src={closedArt} />}
          title="The Vault"
          footer={<ButtonLink to="/drops/vault">Explore Archive</ButtonLink>}
        >
          <p className="text-sm text-muted">
            {dropCount === 1 ? 'One drop with its drawing.' : `${dropCount} drops, each with its drawing.`} A
            closed run keeps the one it ended with.
          </p>
        </Card>
        <BuilderCard />
      </div>
    </section>
  )
}

function BuilderCard() {
  return (
    <Card
      level={2}
      picture={<Drawing src="/art/builds/card.svg" isWhole />}
      title="Custom Builds"
      footer={<ButtonLink to="/build">Start Building</ButtonLink>}
    >
      <p className="text-sm text-muted">
        A short-barreled rifle of your own, part by part, on a drawing that stays true to scale.
      </p>
    </Card>
  )
}

/** `isWhole` shows all of the drawing instead of what fills the frame. */
function Drawing({ src, isWhole = false }: { src: string; isWhole?: boolean }) {
  const { width, height } = artFrames.card
  return (
    <img
      className={isWhole ? 'px-3 object-contain' : undefined}
      src={src}
      alt=""
      width={width}
      height={height}
      loading="lazy"
    />
  )
}
