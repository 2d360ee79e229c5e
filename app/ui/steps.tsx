import Check from 'lucide-react/icons/check'

type Props = {
  steps: readonly { label: string; note?: string }[]
  /** The index of the current step; earlier ones are completed. Past the last, all are. */
  current: number
  label: string
}

export function Steps({ steps, current, label }: Props) {
  return (
    <ol className="steps" aria-label={label} data-long={steps.length > 8 || undefined}>
      {steps.map((step, index) => (
        <li
          key={step.label}
          data-state={index < current ? 'done' : undefined}
          {...(index === current && here)}
        >
          <span className="circled-number" aria-hidden>
            {index < current ? <Check /> : index + 1}
          </span>
          <span>
            {step.label}
            {index < current && <span className="sr-only">, completed</span>}
            {step.note && <small>{step.note}</small>}
          </span>
        </li>
      ))}
    </ol>
  )
}

const here = { 'aria-current': 'step' } as const
