import { Draft } from '#app/art/draft.tsx'
import type { ServiceDrawing as Name } from '../data/services.ts'
import type { PageArt } from '../rules.ts'
import { PageDrawing } from './page-drawing.tsx'

/** The drawings that are pictures; the server draws the others as markup. */
const pictures: Partial<Record<Name, PageArt>> = { bench: 'service-bench', barrel: 'service-barrel' }

/** The drawing on a service's ticket. It shows what is worked on, and repeats nothing that the words leave out. */
export function ServiceDrawing({ drawing, drawn = '' }: { drawing: Name; drawn?: string | undefined }) {
  const picture = pictures[drawing]
  return picture ? <PageDrawing art={picture} alt="" /> : <Draft markup={drawn} />
}
