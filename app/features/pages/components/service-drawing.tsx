import { Draft } from '#app/art/draft.tsx'
import type { ServiceDrawing as Name } from '../data/services.ts'
import type { PageArt } from '../rules.ts'
import { PageDrawing } from './page-drawing.tsx'

/** Drawings that are images; the server renders the others as markup. */
const pictures: Partial<Record<Name, PageArt>> = { bench: 'service-bench', barrel: 'service-barrel' }

/** The decorative drawing of a service. */
export function ServiceDrawing({ drawing, drawn = '' }: { drawing: Name; drawn?: string | undefined }) {
  const picture = pictures[drawing]
  return picture ? <PageDrawing art={picture} alt="" /> : <Draft markup={drawn} />
}
