import { useState } from 'react'
import { artFrames } from '#app/art/art-frames.ts'
import { useHydrated, useMatch } from '#app/ui/hydrated.ts'
import { strokeStates, type UnitState } from '../rules.ts'
import type { DropStatus } from '../rules.ts'
import { artLines, artPhase, lineOf } from '../rules/art-lines.ts'
import { LiveArt } from './live-art.tsx'

type Props = {
  art: { heroWide: string; heroPhone: string }
  status: DropStatus
  units: readonly UnitState[]
  mine?: number | undefined
}

/** From this width on the hero uses the wide drawing. */
const wide = '(width >= 600px)'
const { heroWide, heroPhone } = artFrames

/** The artwork behind a drop's title: a picture first, live strokes after hydration. */
export function HeroPicture({ art, status, units, mine }: Props) {
  const hydrated = useHydrated()
  const isWide = useMatch(wide)
  const [adopted, setAdopted] = useState<string>()
  // Which of the two files was adopted: rotating a phone needs the other one, and its picture meanwhile.
  const frame = isWide ? 'heroWide' : 'heroPhone'
  const { width, height, fit } = artFrames[frame]
  return (
    <>
      {hydrated && (
        <LiveArt
          // The phase of a run is part of its file.
          key={`${frame} ${artPhase(status) ?? ''}`}
          src={art[frame]}
          viewBox={`0 0 ${width} ${height}`}
          fit={fit}
          units={artLines(strokeStates(status, units))}
          mine={mine && lineOf(mine, units.length)}
          onAdopted={() => setAdopted(frame)}
        />
      )}
      <picture className="absolute inset-0" hidden={adopted === frame}>
        <source media={wide} srcSet={art.heroWide} width={heroWide.width} height={heroWide.height} />
        <img
          className="object-right max-lg:object-top"
          src={art.heroPhone}
          alt=""
          width={heroPhone.width}
          height={heroPhone.height}
          fetchPriority="high"
        />
      </picture>
    </>
  )
}
