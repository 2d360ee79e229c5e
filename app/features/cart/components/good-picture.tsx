import CalendarDays from 'lucide-react/icons/calendar-days'
import FileText from 'lucide-react/icons/file-text'
import type { ShownLine } from '../rules.ts'

type Props = { line: Pick<ShownLine, 'kind' | 'good'>; className: string; loading?: 'lazy' }

/** The picture of a cart line. A download and a class have none and show an icon; what is gone leaves the frame empty. */
export function GoodPicture({ line: { kind, good }, className, loading }: Props) {
  if (good?.picture)
    return (
      <img
        className={`${className} object-contain`}
        src={good.picture}
        alt=""
        width={112}
        height={112}
        loading={loading}
        decoding="async"
      />
    )
  const Icon = kind === 'course_seat' ? CalendarDays : FileText
  return (
    <span className={`${className} grid place-items-center text-muted`} aria-hidden>
      {good && <Icon className="size-2/5" strokeWidth={1} />}
    </span>
  )
}
