import { SubscribeForm } from '../../subscriptions/components/subscribe-form.tsx'

/** The newsletter, in one field. */
export function StayInLoop() {
  return (
    <section className="sec" aria-labelledby="loop">
      <div className="wrap home-loop">
        <div>
          <h2 className="h2" id="loop">
            Stay in the Loop
          </h2>
          <p className="lead">One message when a drop opens, and little else.</p>
        </div>
        <SubscribeForm topic="newsletter" />
      </div>
    </section>
  )
}
