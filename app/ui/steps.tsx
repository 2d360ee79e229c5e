import Check from 'lucide-react/icons/check'

type Props = {
  steps: readonly { label: string; note?: string }[]
  /** The index of the current step; earlier ones are completed. Past the last, all are. */
  current: number
  label: string
}

export function Steps({ steps, current, label }: Props) {
  return (
    <ol
      className={`flex max-[640px]:flex-col max-[640px]:gap-4 ${steps.length > 8 ? long : ''}`}
      aria-label={label}
    >
      {steps.map((step, index) => {
        const state = index < current ? 'done' : index === current ? 'current' : 'ahead'
        return (
          <li
            key={step.label}
            className={`relative grid flex-1 content-start justify-items-start gap-[10px] pr-3 font-display text-sm/snug font-[440] tracking-[0.03em] max-[640px]:grid-cols-[30px_1fr] max-[640px]:gap-[14px] max-[640px]:p-0 ${looks[state].step} ${index > 0 ? `${line} ${looks[state].line}` : ''}`}
            data-state={state === 'done' ? state : undefined}
            {...(state === 'current' && here)}
          >
            <span className={`circled-number ${looks[state].circle}`} aria-hidden>
              {state === 'done' ? <Check className="size-4" /> : index + 1}
            </span>
            <span className="max-[640px]:pt-1.5">
              {step.label}
              {state === 'done' && <span className="sr-only">, completed</span>}
              {step.note && (
                <small className="block font-text text-sm/[1.4] font-normal tracking-normal text-faint">
                  {step.note}
                </small>
              )}
            </span>
          </li>
        )
      })}
    </ol>
  )
}

const here = { 'aria-current': 'step' } as const

/** Too many for one row: two on a narrower screen, and more where letters are large. The line before the first of a row is cut off. */
const long =
  'overflow-x-clip min-[640px]:grid min-[640px]:gap-y-6 min-[640px]:max-[1100px]:grid-cols-6 min-[1100px]:grid-cols-[repeat(auto-fit,minmax(5.2rem,1fr))]'

const line =
  'before:absolute before:top-[15px] before:right-full before:w-[calc(100%-30px)] before:border-t max-[640px]:before:inset-[auto_auto_100%_15px] max-[640px]:before:h-[calc(100%-14px)] max-[640px]:before:w-0 max-[640px]:before:border-t-0 max-[640px]:before:border-l'

const looks = {
  done: { step: 'text-muted', line: 'before:border-accent', circle: 'border-accent bg-page text-accent' },
  current: {
    step: 'text-ink',
    line: 'before:border-accent',
    circle:
      'border-accent bg-accent text-on-accent forced-colors:outline-2 forced-colors:outline-[Highlight]',
  },
  ahead: {
    step: 'text-faint',
    line: 'before:border-dashed before:border-control',
    circle: 'border-control bg-page',
  },
}
