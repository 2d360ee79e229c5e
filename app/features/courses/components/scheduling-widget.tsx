import { useEffect, useState } from 'react'
import { isWidgetScript, widgetFrame } from '../rules/addresses.ts'
import { registrationWords } from '../words/registration.ts'

/** How high the operator's calendar stands, in pixels (specification, section 7). */
const widgetHeight = 600

/**
 * The operator's external calendar, always in a frame that is shut off from the shop: a page of another site with its own
 * storage, or a script in a document of ours on an origin of its own. It is gone with the frame when the step is left.
 */
export function SchedulingWidget({ url }: { url: string }) {
  const isScript = isWidgetScript(url)
  const [mayLoad, setMayLoad] = useState(isScript)

  useEffect(() => {
    if (isScript) return
    // Only the document of this step lets the other site in: whoever came from another page needs it loaded whole.
    const [loaded] = performance.getEntriesByType('navigation')
    if (loaded && new URL(loaded.name).pathname !== window.location.pathname) window.location.reload()
    else setMayLoad(true)
  }, [isScript])

  // A calendar cannot sign anybody in without its own storage, which is on its own site; a script has no site of its own.
  const own = isScript ? '' : ' allow-same-origin'
  return (
    <section className="wrap reg-widget" aria-label={registrationWords.widget}>
      <p className="small">{registrationWords.widgetNote}</p>
      {mayLoad && (
        <iframe
          src={widgetFrame(url)}
          title={registrationWords.widget}
          height={widgetHeight}
          loading="lazy"
          sandbox={`allow-scripts allow-forms allow-popups${own}`}
        />
      )}
    </section>
  )
}
