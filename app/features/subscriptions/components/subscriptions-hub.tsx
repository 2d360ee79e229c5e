import { pageWords } from '../words.ts'
import { SubscribeForm } from './subscribe-form.tsx'
import { WaitlistButton } from './waitlist-button.tsx'

/** Everything one can ask to be told about that is not on sale on a page of its own. */
export function SubscriptionsHub() {
  const { hub, windows } = pageWords
  return (
    <>
      <section className="wrap sub-page" aria-labelledby="subscriptions">
        <div className="sub-tx">
          <h1 className="h1" id="subscriptions">
            {hub.title}
          </h1>
          <p className="lead">{hub.lead}</p>
        </div>
        <div className="plate-c pad">
          <h2 className="h3 mb-4">{hub.newsletter}</h2>
          <SubscribeForm topic="newsletter" />
        </div>
      </section>
      <section className="sec" aria-labelledby="windows">
        <div className="wrap">
          <div className="sec-h">
            <h2 className="h2" id="windows">
              {windows.title}
            </h2>
            <p>{windows.lead}</p>
          </div>
          <ul className="sub-lines">
            {windows.lines.map(({ id, name, text }) => (
              <li key={id} data-theme={id}>
                <h3 className="display">{name}</h3>
                <p className="small">{text}</p>
                <WaitlistButton
                  topic={`build-window:${id}`}
                  label="Join Build Window"
                  title={`${name}: join the build window`}
                  description={windows.dialog}
                  block
                />
              </li>
            ))}
          </ul>
        </div>
      </section>
    </>
  )
}
