import { DataPlate } from '#app/art/data-plate.tsx'
import type { Plate } from '../rules/goods.ts'

type Props = {
  plate: Plate | null
  /** Shown when there is no engraving. */
  title: string
  detail: string
  /** Animates the engraving, right after payment. */
  engraving?: boolean
}

/** The data plate of a numbered unit, or the name on a plain plate. */
export function OrderPlate({ plate, title, detail, engraving = false }: Props) {
  if (plate) return <DataPlate {...plate} isEngraving={engraving} />
  return (
    <div className="panel p-panel">
      <p className="h3">{title}</p>
      <p className="text-sm text-muted">{detail}</p>
    </div>
  )
}
