import { DataPlate } from '#app/art/data-plate.tsx'
import type { Plate } from '../sellable.ts'

type Props = {
  plate: Plate | null
  /** What is named where nothing is engraved: the line's title and detail. */
  title: string
  detail: string
  /** Cuts the number stroke by stroke, for the moment at which it becomes the buyer's. */
  engraving?: boolean
}

/** What an order is for: the data plate of a numbered piece, or its name on a plain plate. */
export function OrderPlate({ plate, title, detail, engraving = false }: Props) {
  if (plate) return <DataPlate {...plate} isEngraving={engraving} />
  return (
    <div className="plate-c pad">
      <p className="h3">{title}</p>
      <p className="small">{detail}</p>
    </div>
  )
}
