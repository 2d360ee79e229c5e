import { Link } from 'react-router'
import { DataPlate } from '#app/art/data-plate.tsx'
import type { LineArt, Plate } from '../rules/goods.ts'

type Props = {
  plate: Plate | null
  art?: LineArt | null
  title: string
  detail: string
  engraving?: boolean
}

export function OrderPlate({ plate, art, title, detail, engraving = false }: Props) {
  if (plate)
    return (
      <div style={{ viewTransitionName: 'number' }}>
        <DataPlate {...plate} isEngraving={engraving} />
      </div>
    )
  return (
    <div className="panel overflow-hidden">
      {art && (
        <img
          className="h-auto w-full border-b border-hairline print:grayscale print:invert"
          src={art.src}
          alt=""
          width={art.width}
          height={art.height}
          decoding="async"
        />
      )}
      <div className="p-panel">
        <p className="h3">{title}</p>
        <p className="text-sm text-muted">{detail}</p>
        {art && (
          <Link className="link mt-3 inline-flex min-h-11 items-center" to={art.page.to}>
            {art.page.label}
          </Link>
        )}
      </div>
    </div>
  )
}
