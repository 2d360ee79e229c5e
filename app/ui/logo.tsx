import { useState } from 'react'
import { Link } from 'react-router'
import wordmark from './wordmark.svg?no-inline'

type Props = {
  /** The shop's name: what the link is called. */
  name?: string
  src?: string
}

/** The wordmark, linking home. If the image fails to load it is hidden; the link keeps its name. */
export function Logo({ name = 'PACo', src = wordmark }: Props) {
  const [failed, setFailed] = useState(false)
  const checkLoaded = (image: HTMLImageElement | null) => {
    // The image may have failed before hydration, when nobody was listening.
    if (image?.complete && image.naturalWidth === 0) setFailed(true)
  }
  return (
    <Link to="/" className="brand" aria-label={`${name}, home`}>
      <img
        ref={checkLoaded}
        src={src}
        alt=""
        width={280}
        height={110}
        hidden={failed}
        onError={() => setFailed(true)}
      />
    </Link>
  )
}
