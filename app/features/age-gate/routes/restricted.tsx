import { siteTitle } from '#app/kit/brand.ts'
import { GateFrame } from '../components/gate-frame.tsx'
import { searchSite } from '../rules.ts'
import { gateWords } from '../words.ts'

export function meta() {
  return [{ title: siteTitle(gateWords.restricted) }, { name: 'robots', content: 'noindex' }]
}

export default function Restricted() {
  return (
    <GateFrame>
      <section className="gate-plate" aria-labelledby="age-restricted">
        <div className="gate-in">
          <h1 id="age-restricted" className="gate-h">
            {gateWords.restricted}
          </h1>
          <p>{gateWords.restrictedReason}</p>
          <div className="gate-b">
            <a className="btn btn-primary btn-block" href={searchSite}>
              {gateWords.understood}
            </a>
          </div>
        </div>
      </section>
    </GateFrame>
  )
}
