import type { ReactNode } from 'react'
import { letteringPath, type PlacedLettering } from '#app/art/pantograph/lettering.ts'
import { type PageArt, pageArt, pageArtPath } from '../rules.ts'
import '../drafts.css'

export function PageDrawing({ art, alt, isEager = false }: { art: PageArt; alt: string; isEager?: boolean }) {
  return (
    <img
      className="h-auto w-full print:grayscale print:invert"
      src={pageArtPath(art)}
      alt={alt}
      {...pageArt[art]}
      loading={isEager ? 'eager' : 'lazy'}
      decoding="async"
    />
  )
}

function Sheet({ children }: { children: ReactNode }) {
  return (
    <svg className="draft" viewBox="0 0 400 210" aria-hidden>
      {children}
    </svg>
  )
}

export function GrooveSketch({ depth }: { depth?: string | undefined }) {
  const section = 'M24 176V76H84L119 136L154 76H214V176'
  return (
    <Sheet>
      <clipPath id="groove-section">
        <path d={`${section}Z`} />
      </clipPath>
      <path className="draft-fine" d={hatching(24, 214, 76, 176)} clipPath="url(#groove-section)" />
      <path className="draft-line" d={section} />
      <path className="draft-fine" d="M119 44V168" strokeDasharray="16 4 3 4" />
      <path className="draft-accent" d="M84 76L119 136L154 76" />
      <path className="draft-fine" d="M160 76H262M125 136H262" />
      <path className="draft-line" d="M248 38V66M248 146V174" />
      <path className="draft-arrow" d="M248 76l-4-11h8zM248 136l-4 11h8z" />
      {depth && <Lettering text={depth} x={272} y={113} height={14} />}
    </Sheet>
  )
}

export function FormsSketch() {
  return (
    <Sheet>
      {['2', '3', '4'].map((form, index) => {
        const x = 24 + index * 124
        const y = 18 + index * 16
        return (
          <g key={form}>
            <path
              className={index === 2 ? 'draft-accent' : 'draft-line'}
              d={`M${x} ${y}h78l24 24v112h-102z`}
            />
            <path className={index === 2 ? 'draft-accent' : 'draft-line'} d={`M${x + 78} ${y}v24h24`} />
            <path
              className="draft-fine"
              d={[66, 80, 94, 108, 122].map((dy) => `M${x + 14} ${y + dy}h${dy === 122 ? 36 : 74}`).join('')}
            />
            <Lettering text={`Form ${form}`} x={x + 14} y={y + 48} height={12} />
            {index < 2 && <path className="draft-arrow" d={`M${x + 119} ${y + 96}l-11-4v8z`} />}
          </g>
        )
      })}
    </Sheet>
  )
}

export function RulerSketch({ figures }: { figures: readonly (string | undefined)[] }) {
  const toX = (inches: number) => 20 + inches * 12
  const graduations = Array.from({ length: 31 }, (_, inch) => {
    const length = inch % 10 === 0 ? 26 : inch % 5 === 0 ? 19 : 11
    return `M${toX(inch)} 96v${length}`
  })
  return (
    <Sheet>
      <path className="draft-line" d={`M${toX(0)} 96H${toX(30)}V152H${toX(0)}Z`} />
      <path className="draft-fine" d={graduations.join('')} />
      {[0, 10, 20].map((inch) => (
        <Lettering key={inch} text={String(inch)} x={toX(inch) + 6} y={143} height={10} />
      ))}
      {figures.map((figure) => {
        const inches = Number.parseFloat(figure ?? '')
        if (!figure || !(inches > 0 && inches <= 30)) return null
        return (
          <g key={figure}>
            <path className="draft-accent" d={`M${toX(inches)} 64V166`} />
            <Lettering text={figure} x={toX(inches)} y={52} height={13} anchor="middle" />
          </g>
        )
      })}
    </Sheet>
  )
}

export function LogbookSketch() {
  const rows = Array.from({ length: 8 }, (_, row) => 60 + row * 15)
  return (
    <Sheet>
      <path
        className="draft-line"
        d="M200 40C170 26 90 24 34 32V180C90 172 170 174 200 188C230 174 310 172 366 180V32C310 24 230 26 200 40Z"
      />
      <path
        className="draft-line"
        d="M200 40V188M28 38V186C90 178 168 182 200 196C232 182 310 178 372 186V38"
      />
      <path
        className="draft-fine"
        d={rows
          .map(
            (y) =>
              `M52 ${y - 4}C100 ${y - 9} 150 ${y - 9} 184 ${y}M216 ${y}C250 ${y - 9} 300 ${y - 9} 348 ${y - 4}`,
          )
          .join('')}
      />
      <path className="draft-fine" d="M92 40V172M140 40V174M262 42V174M310 40V172" />
      <path className="draft-accent" d="M216 105C250 96 300 96 348 101" />
    </Sheet>
  )
}

function hatching(left: number, right: number, top: number, bottom: number): string {
  let d = ''
  for (let x = left - (bottom - top); x < right; x += 9) d += `M${x} ${bottom}L${x + bottom - top} ${top}`
  return d
}

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

/** Drafting lettering inside a drawing. Height and position are in drawing units. */
function Lettering({ text, tracking = 0.08, ...position }: { text: string } & PlacedLettering) {
  return <path className="stroke-[1.15]" d={letteringPath(text, { tracking, ...position })} />
}
