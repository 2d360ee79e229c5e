import { useEffect, useRef, useState } from 'react'
import { registrationWords } from '../words/registration.ts'

/** How high the operator's calendar stands, in pixels (specification, section 7). */
const widgetHeight = 600

/**
 * The operator's external calendar: a page in a frame, or, where its address is that of a script, the script, which
 * fills the box by itself and is removed with everything it made when the step is left.
 */
export function SchedulingWidget({ url }: { url: string }) {
  const box = useRef<HTMLDivElement>(null)
  const [mayLoad, setMayLoad] = useState(false)
  const isScript = /\.js($|[?#])/.test(url)

  useEffect(() => {
    // Only the document of this step lets the other site in: whoever came from another page needs it loaded whole.
    const [loaded] = performance.getEntriesByType('navigation')
    if (loaded && new URL(loaded.name).pathname !== window.location.pathname) window.location.reload()
    else setMayLoad(true)
  }, [])

  useEffect(() => {
    const place = box.current
    if (!mayLoad || !isScript || !place) return
    const script = document.createElement('script')
    script.src = url
    script.async = true
    place.append(script)
    return () => place.replaceChildren()
  }, [url, isScript, mayLoad])

  return (
    <section className="wrap reg-widget" aria-label={registrationWords.widget}>
      <p className="small">{registrationWords.widgetNote}</p>
      {isScript ? (
        <div ref={box} style={{ height: widgetHeight }} />
      ) : (
        mayLoad && (
          <iframe
            src={url}
            title={registrationWords.widget}
            height={widgetHeight}
            loading="lazy"
            // oxlint-disable-next-line react/iframe-missing-sandbox -- its own storage is on its own site, not on ours; without it a calendar cannot sign anybody in
            sandbox="allow-scripts allow-forms allow-popups allow-same-origin"
          />
        )
      )}
    </section>
  )
}
