import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import { useEffect, useRef, useState } from 'react'
import { Button } from './button.tsx'
import { useHydrated } from './hydrated.ts'

/** A silent looping background with a pause button. It does not start by itself under reduced motion. */
export function HeroVideo({ src }: { src: string }) {
  const hydrated = useHydrated()
  const video = useRef<HTMLVideoElement>(null)
  const [playing, setPlaying] = useState(false)

  useEffect(() => {
    // No autoplay attribute: it would start before reduced motion is known.
    if (!matchMedia('(prefers-reduced-motion: reduce)').matches) play(video.current)
  }, [])

  return (
    <>
      <video
        ref={video}
        src={src}
        muted
        loop
        playsInline
        preload="metadata"
        aria-hidden
        tabIndex={-1}
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
      />
      {hydrated && (
        <Button
          type="button"
          size="sm"
          className="absolute top-4 right-gutter z-1 lg:top-auto lg:bottom-6"
          onClick={() => (playing ? video.current?.pause() : play(video.current))}
        >
          {playing ? <Pause /> : <Play />}
          {playing ? 'Pause video' : 'Play video'}
        </Button>
      )}
    </>
  )
}

/** A browser in power-saving mode may refuse to play; the poster stays. */
function play(video: HTMLVideoElement | null) {
  if (!video) return
  // React does not render `muted` on the server, and browsers refuse to autoplay video with sound.
  video.muted = true
  video.play().catch(() => undefined)
}
