import { SubscribeForm } from '../../subscriptions/components/subscribe-form.tsx'

/** Newsletter signup. */
export function StayInLoop() {
  return (
    <section className="section" aria-labelledby="loop">
      <div className="wrap grid items-start gap-x-16 gap-y-8 lg:grid-cols-[1fr_minmax(0,480px)]">
        <div>
          <h2 className="h2" id="loop">
            Stay in the Loop
          </h2>
          <p className="lead mt-3">One email when a drop opens, and little else.</p>
        </div>
        <SubscribeForm topic="newsletter" />
      </div>
    </section>
  )
}
