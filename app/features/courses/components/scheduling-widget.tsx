import { isWidgetScript, widgetFrame } from '../rules/addresses.ts'
import { registrationWords } from '../words/registration.ts'

/** In pixels (specification, section 7). */
const widgetHeight = 600

/**
 * The operator's external calendar in a sandboxed frame: a page of another site with its own storage, or a script in a
 * document of ours on an opaque origin.
 */
export function SchedulingWidget({ url }: { url: string }) {
  // A calendar on its own site needs its storage to sign people in; a script has no site.
  const own = isWidgetScript(url) ? '' : ' allow-same-origin'
  return (
    <section className="wrap grid gap-3 pb-8" aria-label={registrationWords.widget}>
      <p className="text-sm text-muted">{registrationWords.widgetNote}</p>
      <iframe
        className="registration-calendar w-full rounded-plate border border-hairline"
        src={widgetFrame(url)}
        title={registrationWords.widget}
        height={widgetHeight}
        loading="lazy"
        sandbox={`allow-scripts allow-forms allow-popups${own}`}
      />
    </section>
  )
}
