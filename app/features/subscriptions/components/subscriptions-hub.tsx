import { pageWords } from '../words.ts'
import { SubscribeForm } from './subscribe-form.tsx'
import { WaitlistButton } from './waitlist-button.tsx'

/** All lists that have no page of their own. `hasWindows`: the small-batch section is open. */
export function SubscriptionsHub({ hasWindows }: { hasWindows: boolean }) {
  const { hub, windows } = pageWords
  return (
    <>
      <section
        className="wrap grid gap-8 py-section lg:grid-cols-[7fr_5fr] lg:items-center lg:gap-16"
        aria-labelledby="subscriptions"
      >
        <div className="grid content-start gap-6">
          <h1 className="h1" id="subscriptions">
            {hub.title}
          </h1>
          <p className="lead">{hub.lead}</p>
        </div>
        <div className="panel p-panel">
          <h2 className="h3 mb-4">{hub.newsletter}</h2>
          <SubscribeForm topic="newsletter" />
        </div>
      </section>
      {hasWindows && (
        <section className="section" aria-labelledby="windows">
          <div className="wrap">
            <div className="section-head">
              <h2 className="h2" id="windows">
                {windows.title}
              </h2>
              <p>{windows.lead}</p>
            </div>
            <ul className="grid gap-6 lg:grid-cols-3">
              {windows.lines.map(({ id, name, text }) => (
                <li
                  key={id}
                  data-theme={id}
                  className="grid gap-3 rounded-plate border border-hairline bg-sheet px-6 pt-8 pb-6"
                >
                  <h3 className="display flex min-h-[56px] items-end wrap-anywhere text-display-sm">
                    {name}
                  </h3>
                  <p className="mb-3 text-sm text-muted">{text}</p>
                  <WaitlistButton topic={`build-window:${id}`} label="Join Build Window" about={name} block />
                </li>
              ))}
            </ul>
          </div>
        </section>
      )}
    </>
  )
}
