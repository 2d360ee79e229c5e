import { ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import type { ShownDrop } from '../routes/shown-drop.server.ts'

type Props = { drop: ShownDrop; inVault: number; facts: string }

/** Three ways on from the current drop: its page, the vault, and a build of one's own. */
export function WayCards({ drop, inVault, facts }: Props) {
  return (
    <section className="sec" aria-label="Ways on">
      <div className="wrap cards c3">
        <Card
          level={2}
          title="Current Drop"
          footer={<ButtonLink to={`/drops/${drop.slug}`}>View Details</ButtonLink>}
        >
          <p className="small">
            {drop.name}. {facts}
          </p>
        </Card>
        <Card level={2} title="The Vault" footer={<ButtonLink to="/drops/vault">Explore Archive</ButtonLink>}>
          <p className="small">
            {inVault} {inVault === 1 ? 'drop' : 'drops'}, each with its drawing as it stood when the run
            closed.
          </p>
        </Card>
        <BuilderCard />
      </div>
    </section>
  )
}

function BuilderCard() {
  return (
    <Card level={2} title="Custom Builds" footer={<ButtonLink to="/build">Start Building</ButtonLink>}>
      <p className="small">
        A short-barreled rifle of your own, part by part, on a drawing that stays true to scale.
      </p>
    </Card>
  )
}
