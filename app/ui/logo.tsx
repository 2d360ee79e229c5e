import { useState } from 'react'
import { Link } from 'react-router'
import { brand } from '#app/kit/brand.ts'
import wordmark from './wordmark.svg?no-inline'

type Props = {
  /** The height of the wordmark, and the space around it. */
  className?: string
}

/** The wordmark, linking home. If the image fails to load it is hidden; the link keeps its name. */
export function Logo({ className = 'h-[22px]' }: Props) {
  const [failed, setFailed] = useState(false)
  const checkLoaded = (image: HTMLImageElement | null) => {
    // The image may have failed before hydration.
    if (image?.complete && image.naturalWidth === 0) setFailed(true)
  }
  return (
    <Link to="/" className="flex min-w-11 items-center text-ink" aria-label={`${brand}, home`}>
      <img
        className={`wordmark w-auto ${className}`}
        ref={checkLoaded}
        src={wordmark}
        alt=""
        width={280}
        height={110}
        hidden={failed}
        onError={() => setFailed(true)}
      />
    </Link>
  )
}
