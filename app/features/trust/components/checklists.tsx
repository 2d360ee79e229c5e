import { Sentences } from '../../pages/components/sentences.tsx'
import type { Cited } from '../../pages/rules.ts'
import type { Checklist } from '../data/trust.ts'

type Props = { lists: readonly Checklist[]; cited: Cited }

const label = 'choice min-h-11 items-center font-display text-lg leading-tight font-medium tracking-wide'

/** Checklists to tick on the page or on paper. Nothing is sent or stored. */
export function Checklists({ lists, cited }: Props) {
  return (
    <div className="grid grid-cols-2 gap-x-16 gap-y-12 max-lg:grid-cols-1">
      {lists.map(({ id, title, items }) => (
        <section key={id} aria-labelledby={id}>
          <h3 className="h3" id={id}>
            {title}
          </h3>
          <ul className="mt-4 divide-y divide-hairline border-t border-hairline">
            {items.map((item) => (
              <li key={item.id} className="pt-3 pb-5">
                <label className={label} htmlFor={`check-${item.id}`}>
                  <input className="peer mt-0" type="checkbox" id={`check-${item.id}`} autoComplete="off" />
                  <span className="peer-checked:text-faint peer-checked:line-through">{item.title}</span>
                </label>
                <div className="grid max-w-[58ch] gap-1.5 pl-8 leading-normal text-muted">
                  <Sentences of={[item.text]} cited={cited} />
                </div>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}
