import { Lettering } from './lettering.tsx'

export function ReviewScale({ figure }: { figure: string | undefined }) {
  const [from, to] = [...(figure ?? '').matchAll(/\d+/g)].map(Number)
  const days = to && from && to > from ? Math.ceil((to * 1.15) / 30) * 30 : 210
  const toX = (day: number) => 20 + (day * 560) / days
  const marks = Array.from({ length: days / 10 + 1 }, (_, mark) => mark * 10)
  return (
    <svg className="draft" viewBox="0 0 600 210" aria-hidden>
      <path className="draft-line" d={`M${toX(0)} 120H${toX(days)}`} />
      <path className="draft-fine" d={marks.map((day) => `M${toX(day)} 120v${day % 30 ? 8 : 16}`).join('')} />
      {marks
        .filter((day) => day % 60 === 0)
        .map((day) => (
          <Lettering key={day} text={String(day)} x={toX(day)} y={158} height={11} anchor="middle" />
        ))}
      {from !== undefined && to !== undefined && (
        <>
          <path
            className="draft-accent"
            d={Array.from({ length: to - from + 1 }, (_, day) => day)
              .filter((day) => day % 3 === 0)
              .map((day) => `M${toX(from + day)} 64V112`)
              .join('')}
          />
          <path
            className="draft-line"
            d={`M${toX(from)} 52H${toX(to)}M${toX(from)} 44V120M${toX(to)} 44V120`}
          />
          <Lettering text={figure ?? ''} x={toX((from + to) / 2)} y={36} height={14} anchor="middle" />
        </>
      )}
    </svg>
  )
}
