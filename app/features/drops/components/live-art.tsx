import { useEffect, useRef, useState } from 'react'
import { adoptArtwork, showUnitStates } from '#app/art/live-strokes.ts'
import { whenIdle } from '#app/ui/when-idle.ts'
import type { UnitState } from '../rules.ts'

type Props = {
  /** The artwork file, in the version that the page was loaded with. */
  src: string
  /** The part of the file that is shown, as a view box. */
  viewBox: string
  /** `preserveAspectRatio`: which part survives when the box has another shape. */
  fit: string
  /** How each unit's line is drawn now. */
  units: readonly UnitState[]
  /** The number being chosen. */
  mine?: number | undefined
  /** Called when the strokes have replaced the picture. */
  onAdopted: () => void
}

/**
 * Live strokes of an artwork: once the page is idle, they are taken from the same file as the picture and updated as
 * units change. Until then, or if that fails, the picture stays.
 */
export function LiveArt({ src, viewBox, fit, units, mine, onAdopted }: Props) {
  const svg = useRef<SVGSVGElement>(null)
  const lines = useRef<SVGGElement>(null)
  const latest = useRef({ units, mine })
  const [file] = useState(src) // a newer version would show the same

  useEffect(() => {
    latest.current = { units, mine }
    if (lines.current) showUnitStates(lines.current, units, mine)
  }, [units, mine])

  useEffect(() => {
    let isUnmounted = false
    const adopt = async () => {
      const svgText = await fetchArtwork(file)
      if (!svgText || isUnmounted || !svg.current) return
      const adopted = adoptArtwork(svgText)
      lines.current = adopted
      showUnitStates(adopted, latest.current.units, latest.current.mine)
      svg.current.replaceChildren(adopted)
      onAdopted()
    }
    const cancel = whenIdle(() => void adopt())
    return () => {
      isUnmounted = true
      cancel()
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a file is adopted once
  }, [file])

  return (
    <svg ref={svg} className="art absolute inset-0" viewBox={viewBox} preserveAspectRatio={fit} aria-hidden />
  )
}

/** Drawings by address: the hero and the number map share one. */
const fetched = new Map<string, Promise<string | undefined>>()

function fetchArtwork(file: string): Promise<string | undefined> {
  const cached = fetched.get(file)
  if (cached) return cached
  const request = fetch(file)
    .then((response) =>
      response.ok && response.headers.get('Content-Type')?.includes('svg') ? response.text() : undefined,
    )
    .catch(() => undefined) // the page is complete without them
  fetched.set(file, request)
  return request
}
