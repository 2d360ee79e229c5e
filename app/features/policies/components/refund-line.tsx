import { stages } from '../../orders/rules.ts'
import { isFormFiled } from '../../orders/rules/refunds.ts'
import { stageWords } from '../../orders/words.ts'

/** The life of a reservation as one line of stages, and how far along it the buyer's own button reaches. Asked of the rule itself. */
export function RefundLine() {
  const own = stages.filter((stage) => !isFormFiled(stage))
  return (
    <figure className="pol-line">
      <ol>
        {stages.map((stage) => (
          <li key={stage} data-own={own.includes(stage) || undefined}>
            <span>{stageWords[stage].label}</span>
            <small>
              {own.includes(stage) ? 'You, at once' : stage === 'transferred' ? 'Over' : 'Ask us'}
            </small>
          </li>
        ))}
      </ol>
      <figcaption className="cap">
        Stages of a reservation, and who gives the deposit back in each. Your order page shows which one yours
        is in.
      </figcaption>
    </figure>
  )
}
