import { Sentences } from '../../pages/components/sentences.tsx'
import type { Cited } from '../../pages/rules.ts'
import type { Checklist } from '../data/trust.ts'

type Props = { lists: readonly Checklist[]; cited: Cited }

/** Lists to be ticked on the page or on its print. Nothing of it is sent or kept. */
export function Checklists({ lists, cited }: Props) {
  return (
    <div className="tru-ck">
      {lists.map(({ id, title, items }) => (
        <section key={id} aria-labelledby={id}>
          <h3 className="h3" id={id}>
            {title}
          </h3>
          <ul>
            {items.map((item) => (
              <li key={item.id}>
                <label className="chk tru-ck-l" htmlFor={`check-${item.id}`}>
                  <input type="checkbox" id={`check-${item.id}`} autoComplete="off" />
                  <span>{item.title}</span>
                </label>
                <div className="tru-ck-t">
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
