import { type CSSProperties, useState } from 'react'
import { artFrames, unitMapViews } from '#app/art/art-frames.ts'
import { useHydrated } from '#app/ui/hydrated.ts'
import type { DropTheme, UnitState } from '../rules.ts'
import { artLines, lineOf } from '../rules/art-lines.ts'
import { LiveArt } from './live-art.tsx'

type Props = {
  theme: DropTheme
  /** The artwork of the hero on wide screens: this is a part of it. */
  src: string
  /** How each unit's line is drawn now. */
  units: readonly UnitState[]
  mine?: number | undefined
}

const { width, height } = artFrames.heroWide

/** The part of the artwork that shows every unit's stroke, with the chosen one highlighted. */
export function NumberMap({ theme, src, units, mine }: Props) {
  const hydrated = useHydrated()
  const [isAdopted, setAdopted] = useState(false)
  const [x = 0, y = 0, w = width, h = height] = unitMapViews[theme].split(' ').map(Number)
  // The same crop for the picture, which is larger than its frame.
  const crop = {
    width: percent(width / w),
    height: percent(height / h),
    left: percent(-x / w),
    top: percent(-y / h),
  } as CSSProperties
  return (
    <div
      className="art-map relative aspect-[1.62] overflow-hidden rounded-plate border border-hairline bg-page will-change-transform"
      aria-hidden
    >
      <img
        className="absolute max-w-none"
        src={src}
        alt=""
        width={width}
        height={height}
        loading="lazy"
        style={crop}
        hidden={isAdopted}
      />
      {hydrated && (
        <LiveArt
          src={src}
          viewBox={unitMapViews[theme]}
          fit="xMidYMid slice"
          units={artLines(units)}
          mine={mine && lineOf(mine, units.length)}
          onAdopted={() => setAdopted(true)}
        />
      )}
    </div>
  )
}

function percent(share: number): string {
  return `${(share * 100).toFixed(2)}%`
}
