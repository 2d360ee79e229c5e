import { ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Ticks } from '#app/ui/ticks.tsx'
import { dropWords } from '../words.ts'

/** `/drops` while nothing is live. */
export function NoDrop() {
  return (
    <section className="section min-h-[calc(100svh-var(--spacing-nav)-240px)] border-t-0">
      <div className="wrap">
        <EmptyState
          level={1}
          figure={<Ticks units={Array.from({ length: 40 }, () => 'held' as const)} />}
          title={dropWords.noneActive.title}
          text={dropWords.noneActive.text}
          actions={
            <>
              <ButtonLink to="/drops/vault" variant="primary">
                Explore Vault
              </ButtonLink>
              <ButtonLink to="/build">Start Building</ButtonLink>
            </>
          }
        />
      </div>
    </section>
  )
}
