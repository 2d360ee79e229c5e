import type { MeasuredRifle } from '../rules.ts'
import { Drawn } from './drawn.tsx'

/** The two lengths that decide, drawn on three rifles at one scale. */
export function LengthChart({ rifles }: { rifles: readonly MeasuredRifle[] }) {
  return (
    <div className="learn-len">
      {rifles.map((rifle, at) => {
        const { name, art, barrelIn, overallIn, barrelUnderLimit, overallUnderLimit, limits } = rifle
        return (
          <figure key={name} className="learn-rifle">
            <Drawn
              art={art}
              alt={`Side view: barrel ${barrelIn} inches, overall ${overallIn} inches`}
              eager={at === 0}
            />
            <figcaption>
              <h2 className="h3">{name}</h2>
              <p>
                Barrel {barrelIn} in, {barrelUnderLimit ? 'under' : 'not under'} {limits.barrelIn} in. Overall{' '}
                {overallIn} in, {overallUnderLimit ? 'under' : 'not under'} {limits.overallIn} in.
              </p>
              <p className={rifle.shortBarreled ? 'label is-short' : 'label'}>
                {rifle.shortBarreled ? 'A short-barreled rifle' : 'A rifle like any other'}
              </p>
            </figcaption>
          </figure>
        )
      })}
    </div>
  )
}
