import type { HomeData } from '../rules/home.ts'
import { SubscribeForm } from '../../subscriptions/components/subscribe-form.tsx'

/** Newsletter signup. */
export function StayInLoop({ home }: { home: HomeData }) {
  const { title, lead } = home.words.loop
  return (
    <section className="section" aria-labelledby="loop">
      <div className="wrap grid items-start gap-x-16 gap-y-8 lg:grid-cols-[1fr_minmax(0,480px)]">
        <div>
          <h2 className="h2" id="loop">
            {title}
          </h2>
          <p className="lead mt-3">{lead}</p>
        </div>
        <SubscribeForm topic="newsletter" />
      </div>
    </section>
  )
}
