import type { CSSProperties } from 'react'
import { artFrames, unitMapViews } from '#app/art/art-frames.ts'
import type { DropTheme } from '../rules.ts'

type Props = {
  theme: DropTheme
  /** The artwork of the hero on wide screens: this is a part of it. */
  src: string
}

const { width, height } = artFrames.heroWide

/** The part of the artwork that shows every unit's stroke; `site/strokes.ts` highlights the chosen one. */
export function NumberMap({ theme, src }: Props) {
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
        data-lines={unitMapViews[theme]}
      />
    </div>
  )
}

function percent(share: number): string {
  return `${(share * 100).toFixed(2)}%`
}
