import { Sentences } from '../../pages/components/sentences.tsx'
import type { LandingPage } from '../landing.tsx'

export const sentences = [
  'We make, mark, register and transfer every firearm under our federal license in Miami, and record it from the first part to the last signature.',
  '{filing.forms:text}',
]

export default function Compliance({ cited }: Pick<LandingPage, 'cited'>) {
  return (
    <section className="section max-md:py-6" aria-labelledby="compliance">
      <div className="wrap grid items-end gap-x-6 gap-y-6 lg:grid-cols-[7fr_5fr]">
        <h2 className="display text-h1" id="compliance">
          100% compliant manufacturing
        </h2>
        <div className="prose">
          <Sentences of={sentences} cited={cited} />
        </div>
      </div>
    </section>
  )
}
