import type { MeasuredRifle } from '../rules.ts'
import { PageDrawing } from './page-drawing.tsx'

/** The two legal lengths, drawn on three rifles at one scale. */
export function LengthChart({ rifles }: { rifles: readonly MeasuredRifle[] }) {
  return (
    <div className="mt-12 grid divide-y divide-hairline border-y border-hairline lg:mt-16">
      {rifles.map((rifle, index) => {
        const { name, art, barrelIn, overallIn, barrelUnderLimit, overallUnderLimit, limits } = rifle
        return (
          <figure
            className="grid items-center gap-x-12 gap-y-4 py-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,300px)] [&>img]:max-w-[900px]"
            key={name}
          >
            <PageDrawing
              art={art}
              alt={`Side view: barrel ${barrelIn} inches, overall ${overallIn} inches`}
              isEager={index === 0}
            />
            <figcaption>
              <h2 className="h3">{name}</h2>
              <p className="my-2 text-muted">
                Barrel {barrelIn} in, {barrelUnderLimit ? 'under' : 'not under'} {limits.barrelIn} in. Overall{' '}
                {overallIn} in, {overallUnderLimit ? 'under' : 'not under'} {limits.overallIn} in.
              </p>
              <p className={rifle.shortBarreled ? 'label text-accent' : 'label text-faint'}>
                {rifle.shortBarreled ? 'A short-barreled rifle' : 'A standard rifle'}
              </p>
            </figcaption>
          </figure>
        )
      })}
    </div>
  )
}
